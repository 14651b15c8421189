/**
 * 核心的句子，按代码；花括号里是句子提到的东西。有几种说法时，用第一个所有东西都在的。
 * 别人的话（服务器、程序、系统）不翻译，放在引号里。
 */
export const ZH_CN_TOLD: Readonly<Record<string, readonly string[]>> = {
  // 工具为什么没有提供给模型
  'tool-no-object': ['它不是一个对象。'],
  'tool-no-name': ['它没有名称。'],
  'tool-without-name': ['它的名称是空的。'],
  'tool-name-twice': ['这个服务器前面已经列出了另一个名为“{name}”的工具。'],
  'tool-without-handler': ['没有可以运行它的东西。'],
  'tool-no-schema': ['它没有 inputSchema。'],
  'tool-schema-kind': ['它的 inputSchema 是 {kind}，不是对象。'],
  'tool-schema-type': ['它的 inputSchema 的类型是 {type}，不是 "object"。'],
  'tool-header-twice': ['它的 x-mcp-header 无效：标头“{header}”用了两次。'],
  'tool-header-root': ['它的 x-mcp-header 无效：它在参数结构本身上，不能只经过 properties 到达。'],
  'tool-header-place': ['它的 x-mcp-header 无效：“{place}”里有一处不能只经过 properties 到达。'],
  'tool-header-name': ['它的 x-mcp-header 无效：“{place}”上的 {header} 不是标头名称。'],
  'tool-header-type': ['它的 x-mcp-header 无效：“{place}”的类型是 {type}，不是 string、integer 或 boolean。'],
  'tool-not-json': ['它的定义无法作为 JSON 固定下来：“{why}”'],
  'tool-id-reserved': ['标识“{id}”属于 Gatehouse 自己。'],
  'tool-name-long': ['它的完整名称“{name}”有 {length} 个字符，最多接受 {most} 个。'],
  'tool-name-taken': ['它的完整名称“{name}”已经属于服务器“{server}”的“{tool}”。'],
  'tool-name-builtin': ['它的完整名称“{name}”已经属于内置工具“{tool}”。'],
  'tool-schema-unusable': ['它的参数结构不能用：“{why}”'],
  'tool-schema-root': ['它的参数结构的根必须是对象，而它是 {type}。'],
  'tool-schema-combinator': ['Messages API 不接受参数结构的根上有 {keyword}，而这一个无法展平。'],

  // 结果有什么不对
  'output-missing': ['这个工具声明了结构化内容，但没有给出。'],
  'output-unfit': ['结构化内容不符合这个工具自己的输出结构：“{why}”'],
  'output-unchecked': ['结构化内容没有检查：“{why}”'],

  // 模型
  unauthorized: ['{address} 的模型服务器没有接受 API 密钥。请在设置里或用 ANTHROPIC_API_KEY 设置它。'],
  'key-not-allowed': ['这个 API 密钥在 {address} 不能做这件事。请换一个密钥或模型。'],
  'spend-limit': ['{address} 的模型服务器不再接受请求：到达了花费上限。请在那里提高上限，或换一个模型。'],
  'rate-limited': [
    '发给 {address} 的模型服务器的请求太多了。请在 {seconds} 秒后再试。',
    '发给 {address} 的模型服务器的请求太多了。请等一分钟再试。',
  ],
  overloaded: [
    '{address} 的模型服务器现在不能回答（{status}）。请过一分钟再试。',
    '{address} 的模型服务器现在不能回答。请过一分钟再试。',
  ],
  'unknown-model': ['{address} 的模型服务器不认识这个模型或地址。请换一个模型。'],
  'context-full': ['这个对话比模型能读的长。请新建对话，或从更早的地方分支。'],
  'thinking-refused': ['{address} 的模型服务器拒绝了请求。'],
  'bad-request': ['{address} 的模型服务器拒绝了请求。'],
  'request-not-made': ['无法向 {address} 的模型服务器发出请求：“{why}”'],
  'no-models': ['{address} 的模型服务器没有列出任何模型。请在那里装入一个，或在设置里选练习模型。'],
  network: [
    '连不上 {address} 的模型服务器（{why}）。请检查网络和设置里的地址。',
    '连不上 {address} 的模型服务器。请检查网络和设置里的地址。',
  ],
  'stream-cut': ['模型的回答没有说完就中断了，所以其中什么都没有运行。请检查连接后再试。'],
  'max-tokens': ['回答在 {most} 个 token 处被截断。写“继续”可以让它说完。'],
  'call-too-long': ['回答又一次在调用中间、{most} 个 token 处被截断，所以没有运行这个调用。请分成更小的步骤。'],
  refusal: ['模型拒绝回答。请换一种说法，或换一个模型。'],
  'unknown-stop': [
    '模型服务器结束回答的原因 Gatehouse 不认识（{reason}）。已说的内容保留，什么都没有运行。请写“继续”，或换一个模型。',
  ],
  'too-late': ['用时超过了 {seconds} 秒。'],
  'no-summary': ['模型没有写出摘要（{reason}）。'],
  'summary-cut': ['模型的回答没有说完就结束了。'],

  // 程序的启动：服务器的，钩子的
  'spawn-failed': [
    '无法启动“{command}”：{folder} 是文件夹。请指定一个程序。',
    '无法启动“{command}”：{notRunnable} 不可执行。请把它设为可执行（chmod +x），或用它的解释器启动。',
    '无法启动“{command}”：{script} 的第一行指定了 {interpreter}，而这里没有这个程序。请安装它，或重新安装这个命令。',
    '无法启动“{command}”：{missing} 不存在。请更正路径。',
    '无法启动“{command}”：它的文件夹 {missingCwd} 不存在。请新建它，或换一个。',
    '无法启动“{command}”：它的文件夹 {wrongCwd} 不是文件夹。请换一个。',
    '无法启动“{command}”：环境变量“{variable}”不能传给它，名称里只能有字母、数字和 _。请改名或移除。',
    '无法启动“{command}”（{why}）。请检查命令、参数和环境变量。',
    '无法启动“{command}”：给它的 PATH 的文件夹里都没有它。请安装它，或写出完整路径。',
  ],
  'no-sandbox': [
    '沙箱只在 Linux 上有，这里是 {platform}。请关闭沙箱。',
    '沙箱需要 {install}（bwrap），而这里没有安装它。请安装软件包 {install}，或关闭沙箱。',
    '在这个系统上无法建立沙箱：“{why}”。请让 bubblewrap 能建立沙箱，或关闭沙箱。',
    '主文件夹 {home} 无法关闭。',
    '可读文件夹里的 {relative} 不是绝对路径。请更正。',
    '可读文件夹里的 {missing} 不存在。请新建它，或从列表里移除。',
    '工作区 {goneWorkspace} 已经不在了。请在设置里另选一个。',
    '工作区 {wideWorkspace} 包含整个主文件夹或 Gatehouse 自己的数据，所以等于什么都没有关闭。请在设置里选一个更小的工作区。',
    '工作区 {innerWorkspace} 在 Gatehouse 自己的数据里。请在设置里另选一个。',
  ],

  // 导入规则
  'bad-policies': [
    '这些不是规则：第 {line} 行第 {column} 列，“{twice}”出现了两次。',
    '这些不是规则：第 {line} 行第 {column} 列，版本是 {version}，不是 {supported}。',
    '这些不是规则：第 {line} 行第 {column} 列（{why}）。',
    '这些不是规则：第 {line} 行第 {column} 列，里面没有“policies”。',
  ],

  // 地址：服务器的，登录的，模型服务器的
  'bad-address': [
    '“{incomplete}”不是完整的地址。请在服务器的表单里更正。',
    '地址必须以 {plain} 或 {safe} 开头，不能是 {scheme}。',
    '地址必须以 {plain} 或 {safe} 开头，并且不含用户名。',
    '{host} 的地址里有用户名或密码，日志和代理会看到。请改用标头发送。',
    '{origin} 为登录给出的地址不是地址。',
  ],

  // 服务器的状态
  exited: ['服务器的程序已退出，退出代码 {exitCode}。', '服务器的程序被 {signal} 结束。'],
  unreachable: ['连不上 {address}（{why}）。请检查地址，并确认服务器在运行。'],
  'certificate-refused': [
    '{address} 的证书不受信任（{why}）。如果它由你自己的机构签发，请在服务器的设置里给出它的 PEM 文件。',
  ],
  'connection-lost': ['与 {address} 的连接断开了（{why}）。所要求的事可能已经做了：再试之前请先确认。'],
  timeout: [
    '服务器在 {seconds} 秒内没有完成 {method}。它可能还在处理。请再试，或一次少要求一些。',
    '{address} 没有及时回答。它可能还在处理。',
  ],
  forbidden: ['{address} 以 HTTP {status} 回答 {method}：这个账号不能这样做。请检查它的权限，或用别的账号登录。'],
  'http-status': ['{address} 以 HTTP {status} 回答 {method}。请检查服务器的地址和设置。'],
  'sign-in-required': ['{address} 以 HTTP {status} 回答 {method}：需要登录，或检查服务器标头里的凭据。'],
  'no-answer': ['电脑唤醒后，服务器没有回答：“{why}”'],
  'not-connected': ['{name} 没有连接。请连接它，再试一次。'],

  // 钩子
  'blocked-by-hook': ['消息没有发送：{event} 钩子“{program}”拦下了它。'],
  'hook-no-command': ['命令是空的。请指定要启动的程序。'],
  'hook-nul': ['命令或参数里有 NUL 字符。'],
  'hook-cancelled': ['这一轮被取消了。'],
  'hook-ended': ['它被 {signal} 结束。'],
  'hook-exited': ['它已退出，退出代码 {exitCode}。'],
  'hook-silent': ['它没有说明原因。'],
  'hook-too-late': ['它在 {seconds} 秒内没有回答。'],
  'hook-too-much': ['它输出的内容超过了 {most} 字节。'],
  'hook-unreadable': ['它输出的内容不是 Gatehouse 能读懂的回答。'],

  // 提醒
  'import-ignored': ['{name}：Gatehouse 不使用 {fields}。'],
  'policy-not-stored': ['{server} 的 {tool} 会再次询问：允许没有保存。“{why}”'],
  'secrets-moved': ['{name}：{names} 原来写在 servers.json 里，现在加密保存。'],
  'secrets-not-moved': ['servers.json 里的密钥没能移到安全的地方：“{why}”'],
  'key-unreadable': ['保存的 API 密钥读不出来，请重新设置。“{why}”'],
  'record-not-written': [
    '调用记录无法写入（{why}），所以可能改变东西的工具不会运行。请腾出磁盘空间，或让 Gatehouse 能写它的文件夹，然后再试。',
  ],
  'record-locked': [
    '另一个进程占用着调用记录，所以可能改变东西的工具不会运行。如果没有别的 Gatehouse 在运行，请删除文件 {path}。',
  ],
  'conversations-broken': [
    '{path} 里的对话已损坏。原文件保留为 {aside}。新文件里有仍能读出的内容：{chats} 个对话里的 {messages} 条消息。',
    '{path} 里的对话已损坏。原文件保留为 {aside}。里面什么都读不出来，所以新建了一个。',
  ],
  'conversations-lock-cleared': ['Gatehouse 上次没有正常退出。它留在 {path} 上的锁已清除；保存的消息没有丢失。'],
};

/** 一次说了好几项时，这一句说的是哪一项。 */
export const ZH_CN_ABOUT = '{entry}：';
export const ZH_CN_NAMELESS = '（没有名称）';

/** 别人说的话，接在句子下面。 */
export const ZH_CN_SAID = '对方说：“{said}”';
