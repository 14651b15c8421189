/** 服务器的设置有什么不对：表单里的，导入的 JSON 里的。写法与 zh-CN-told.ts 相同。 */
export const ZH_CN_SERVER_PROBLEMS: Readonly<Record<string, readonly string[]>> = {
  // 名称
  'server-name-missing': ['服务器要有名称。'],
  'server-name-spaces': ['名称的开头或结尾有空格。'],
  'server-name-long': ['名称超过了 {most} 个字符。'],
  'server-name-unseen': ['名称里有看不见的字符。'],
  'server-name-reserved': ['“{name}”是 Gatehouse 自己的工具的名称，请换一个。'],
  'server-name-taken': ['已经有一个名为“{name}”的服务器。'],

  // 程序
  'server-no-command': ['命令是空的。'],
  'server-command-nul': ['命令、参数或文件夹里有 NUL 字符。'],
  'server-env-name': ['{name} 不能作环境变量的名称。'],
  'server-env-nul': ['{name} 的值里有 NUL 字符。'],
  'server-readable-folder': ['可读文件夹里的 {folder} 必须是绝对路径，或以 {example} 这样的变量开头。'],
  'server-folder': ['文件夹必须是绝对路径，或以 {example} 这样的变量开头。'],

  // 远程
  'server-no-address': ['地址是空的。'],
  'server-address-incomplete': ['地址必须以 {plain} 或 {safe} 开头，并且完整。'],
  'server-address-scheme': ['地址必须以 {plain} 或 {safe} 开头。'],
  'server-address-password': ['地址里有用户名或密码，日志和代理会看到。请改用 Authorization 这样的标头发送。'],
  'server-header-name': ['{header} 不能作标头的名称。'],
  'server-header-own': ['标头 {header} 由 Gatehouse 设置，请去掉它。'],
  'server-header-twice': ['标头 {header} 出现了两次。'],
  'server-header-value': ['标头 {header} 的值里有换行或 NUL 字符。'],
  'server-proxy': ['代理必须是 http:// 或 https:// 地址，或者 direct 这个词。'],
  'server-proxy-password': ['代理里有密码，页面会显示它。请写成变量，例如 {example}。'],
  'server-no-client-id': ['有客户端密钥，就要有它的客户端 ID。'],
  'server-issuer': ['登录服务器的名称必须是完整的地址。'],
  'server-ca-nul': ['证书文件的路径里有 NUL 字符。'],

  // 密钥
  'server-secret-misplaced': ['{reference} 所在的地方别人能看到。密钥要放在变量或标头的值里。'],
  'server-secret-unknown': ['{reference} 不是这个服务器的密钥，请输入它的值。'],
  'server-secret-brace': ['{key} 里有花括号，不能作密钥的名称。'],
  'server-secret-value': ['{key} 的值里有换行或 NUL 字符。'],
  'server-value-unknown': ['这里没有保存过 {key} 的值，请写一个。'],
  'server-no-client-secret': ['这里没有保存过客户端密钥，请写一个。'],

  // 导入的一项
  'entry-no-object': ['这一项必须是有“command”或“url”的对象。'],
  'entry-type': ['{type} 不是服务器的类型，类型有 stdio、http、streamable-http、sse 和 ws。'],
  'entry-both': ['“command”和“url”都有，请只留一个。'],
  'entry-stdio-url': ['stdio 类型的服务器用“command”，不用“url”。'],
  'entry-text': ['“{field}”必须是文本。'],
  'entry-unquoted': ['“{field}”必须是文本，请给它的值加上双引号。'],
  'entry-object': ['“{field}”必须是对象。'],
  'entry-boolean': ['“{field}”必须是 true 或 false。'],
  'entry-list': ['“{field}”必须是文本的列表。'],
  'entry-texts': ['“{field}”必须是值都为文本的对象。'],
  'entry-argument': ['“args”的第 {place} 项必须是文本，请写成 {text}。'],

  // 导入的整体
  'import-no-object': ['应该是一个有“mcpServers”的对象。'],
  'import-one-entry': ['这是没有名称的一项。请写成 {program} 或 {remote}。'],
  'import-empty': ['里面没有服务器。'],

  // JSON 本身
  'bad-json': ['这不是 JSON：问题在第 {line} 行第 {column} 列。'],
  'json-key-twice': ['“{key}”在同一个对象里出现了两次（第 {line} 行第 {column} 列）。'],
  'json-after-end': ['结尾之后还有内容。'],
  'json-deep': ['嵌套超过了 {most} 层。'],
  'json-value': ['这里应该有一个值。'],
  'json-name': ['这里应该有一个带双引号的名称。'],
  'json-colon': ['{name} 后面应该有冒号。'],
  'json-end': ['这里应该有逗号或 {end}。'],
  'json-text': ['引号里的文本没有结束，或有错误的转义。'],
  'json-comment': ['JSON 里没有注释，请去掉它。'],
};
