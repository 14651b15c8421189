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
  'private-address': ['地址 {host} 指向私有网络，只有你自己添加的服务器才能让 Gatehouse 去那里。没有连接它。'],
  'unknown-variable': ['{variable} 什么都不代表。可用的有 {known}，以及代表已有环境变量的 {environment}。'],

  // 登录
  'no-sign-in': ['{origin} 没有说明在哪里登录。', '服务器没有说明在哪里登录，在平常的地方也登录不了。'],
  'sign-in-declined': ['{serverName} 要你登录，而它的登录页面没有在浏览器里打开。'],
  'sign-in-timeout': ['没有人在时限内登录。请再试一次。'],
  'sign-in-refused': ['{issuer} 没有让你进入。请再试一次，或用别的账号登录。'],
  'sign-in-failed': ['{issuer} 的回答不可信（{why}）。没有向它发送任何东西。'],
  'token-refused': [
    '{issuer} 没有给出令牌。请重新登录，或检查客户端的注册。',
    '{origin} 不接受 {freshFrom} 刚为它给出的令牌。请检查账号的权限，再重新连接。',
    '{withoutStatement} 没有给出服务器登录所需的声明（ID-JAG）。请询问管理它的人。',
    '服务器要的是与密钥绑定的令牌（DPoP），而 {unbinding} 给的没有绑定。请告诉管理它的人。',
  ],
  'scope-refused': [
    '{unasked} 要的权限比你给的多（{scope}），而这次无法问你。请断开连接，再重新登录。',
    '{unasked} 要的权限比你给的多，而这次无法问你。请断开连接，再重新登录。',
    '{origin} 要更多的权限（{scope}），已经要过，但没有得到。请用有这些权限的账号登录。',
    '{origin} 要更多的权限，已经要过，但没有得到。请用有这些权限的账号登录。',
    '没有得到更多的权限。',
  ],
  'client-id-needed': [
    '{issuer} 不能自动注册。请在那里把 Gatehouse 注册为原生应用，回调地址是 {redirect}，再把客户端 ID 填进服务器的设置。',
    '不用人登录 {issuer}，需要在那里注册过的客户端。请把它的客户端 ID 填进服务器的设置。',
  ],
  'client-secret-lost': ['{clientId} 的客户端密钥已经不在了。请在服务器的表单里重新填写。'],
  'bad-client': [
    '{issuer} 不接受客户端密钥（它要 {kinds}）。请注册那一种客户端。',
    '不认识客户端密钥的算法 {algorithm}。请用 {known} 之一。',
    '客户端的私钥不能按 {algorithm} 读出（PEM，PKCS #8）：“{why}”',
  ],
  'bad-metadata': [
    '登录服务器 {issuer} 没有元数据，所以 Gatehouse 无法登录。请告诉管理这个服务器的人。',
    '{origin} 要求登录，但它指向的元数据不存在。请告诉管理它的人。',
    '{nameless} 没有说出登录服务器。',
    '服务器要的是与密钥绑定的令牌（DPoP，ES256），而 {unbinding} 不提供。请告诉管理它的人。',
  ],
  'issuer-mismatch': [
    '登录服务器 {issuer} 自称 {named}。两者必须一字不差，否则别人可以冒充它；没有发送任何东西。请告诉管理这个服务器的人。',
    '登录服务器 {issuer} 没有说自己是谁，所以别人可以冒充它；没有发送任何东西。请告诉管理这个服务器的人。',
  ],
  'issuer-changed': [
    '{origin} 现在的登录服务器是 {issuer}，而设置里的客户端 ID 属于 {home}。没有发送任何东西。如果服务器搬了家，请在新的地方注册，再填那里的客户端 ID。',
  ],
  'resource-mismatch': [
    '{origin} 的登录元数据是给另一个服务器的（{named}）。它的令牌可能在那里被使用，所以没有发送任何东西。',
  ],
  'pkce-missing': ['{issuer} 没有说明它用 PKCE（S256）保护登录，所以 Gatehouse 不在那里登录。请告诉管理它的人。'],
  'insecure-address': ['{origin} 为登录给出的 {address} 没有加密（https）。没有连接它。'],
  'unsafe-address': ['没有打开服务器给出的登录页面：“{why}”。请告诉管理这个服务器的人。'],
  'no-browser': ['无法启动 {command}：“{why}”'],

  // 规则
  'no-fingerprint': ['“{tool}”不能设为允许：还不知道它的定义。请先连接它的服务器。'],
  'unknown-grant': ['{tool} 在这个对话里已经不再允许。'],
  'unknown-word': ['“{word}”不在列表里。'],

  // 文件和记录
  'not-saved': ['{path} 无法写入：“{why}”'],
  'not-stored': ['{path} 无法写入：“{why}”'],
  'not-recorded': ['调用记录无法写入：“{why}”'],
  'record-unreadable': ['调用记录读不出来：“{why}”'],
  'store-failed': ['{path} 里的对话读不出来或写不进去（{why}）。请检查磁盘和文件夹的权限。'],
  'store-locked': ['另一个进程占用着 {path} 里的对话。请关闭它再试；如果没有别的进程在运行，请移除文件夹 {lock}。'],

  // 服务器的状态
  exited: ['服务器的程序已退出，退出代码 {exitCode}。', '服务器的程序被 {signal} 结束。'],
  unreachable: [
    '连不上 {address}（{why}）。请检查地址，并确认服务器在运行。',
    '{address} 以 HTTP {status} 回答。请稍后再试。',
  ],
  'launch-changed': ['{name} 在询问期间被改动了。请重新连接。'],
  'secret-missing': ['{name} 没有启动：它的密钥 {secret} 没有保存在这里。请编辑这个服务器并填写它。'],
  'resource-not-found': ['服务器没有资源 {uri}。'],
  'empty-resource': ['消息没有发送：{uri} 是空的。'],
  'too-many-pages': ['服务器对 {method} 的回答超过 {most} 页，或者没有尽头，所以都没有用。'],
  'too-many-rounds': ['服务器已经要求输入 {most} 次，{method} 还要更多，所以放弃了。'],
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
  'sign-in-required': [
    '{address} 以 HTTP {status} 回答 {method}：需要登录，或检查服务器标头里的凭据。',
    '{origin} 要你在 {issuer} 登录。',
  ],
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
