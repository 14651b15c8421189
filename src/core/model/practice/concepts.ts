/*
 * The practice model's whole knowledge of language: words of English and Chinese that mean the same. A tool is found by
 * comparing the concepts of a sentence with those of tool names, descriptions and properties. No tool and no server is
 * named here.
 */

const VERBS: Readonly<Record<string, string>> = {
  list: 'list show display enumerate 列出 列举 列一下 列 显示 展示 有哪些 哪些',
  read: 'read open view cat print load 读 读取 阅读 打开 查看 看看 看一下 看 念',
  add: 'add create new make insert schedule book 新建 创建 添加 新增 增加 加 建立 建 安排 预订 开一个 记下 记一',
  write: 'write save store 写 写入 写下 写一 保存 存 存入',
  search: 'search find lookup query grep look 搜索 搜一下 搜 查找 查询 找 检索',
  delete: 'delete remove erase drop destroy 删除 删掉 删 移除 清除 清空',
  update: 'update modify change edit set replace 更新 修改 编辑 改成 改 设置 设为 替换',
  rename: 'rename 重命名 改名',
  get: 'get fetch retrieve give tell what which 获取 取得 得到 告诉我 是什么 什么 是多少 多少 怎么样 如何',
  run: 'run execute exec bash shell terminal 运行 执行 跑',
  trigger: 'trigger start launch begin 触发 启动 开始',
  deploy: 'deploy deployment release ship rollout 部署 上线 发布',
  connect: 'connect attach 连接 接入 连上',
  send: 'send post submit 发送 发 提交 寄',
  close: 'close finish complete resolve done 关闭 完成 结束 解决',
  move: 'move transfer 移动 转移 转给',
  copy: 'copy duplicate clone 复制 拷贝',
  check: 'check verify test 查一下 查 检查 核对 验证 测试',
  count: 'count 统计 计数 数一数',
  calculate: 'calculate compute calc sum 计算 算一下 算',
  translate: 'translate 翻译',
  assign: 'assign 分配 指派',
  stop: 'stop cancel abort 停止 取消 停',
};

const NOUNS: Readonly<Record<string, string>> = {
  note: 'note memo 笔记 便签 备忘录 备忘',
  file: 'file 文件',
  folder: 'folder directory dir 文件夹 目录',
  doc: 'doc document documentation manual 文档 手册',
  page: 'page 页面 网页',
  status: 'status state health progress 状态 情况 进度 状况',
  version: 'version 版本 版本号',
  service: 'service app 服务 应用',
  event: 'event appointment meeting 事件 日程 活动 会议',
  calendar: 'calendar 日历',
  weather: 'weather 天气',
  forecast: 'forecast 天气预报 预报',
  city: 'city town location place 城市 地点 地方',
  day: 'day 天 日子 天数',
  task: 'task todo issue ticket 任务 待办 待办事项 工单 问题',
  user: 'user person member 用户 成员 人员',
  message: 'message 消息 信息 短信',
  command: 'command 命令',
  server: 'server 服务器',
  name: 'name 名字 名称 姓名',
  title: 'title subject headline 标题 主题',
  content: 'content body 内容 正文',
  date: 'date 日期',
  time: 'time 时间',
  tag: 'tag label 标签',
  comment: 'comment 评论 留言',
  project: 'project 项目',
  repository: 'repository repo 仓库 代码库',
  branch: 'branch 分支',
  email: 'email mail 邮件 邮箱 电子邮件',
  image: 'image picture photo 图片 照片 图像',
  log: 'log 日志',
  order: 'order 订单',
  customer: 'customer client 客户',
  report: 'report 报告 报表',
  priority: 'priority 优先级',
  assignee: 'assignee owner 负责人',
  amount: 'amount quantity number 数量 金额',
  table: 'table 表 表格',
  database: 'database db 数据库',
  url: 'url link address 链接 网址 地址',
  tool: 'tool 工具',
  environment: 'environment env 环境',
};

const AKIN: readonly (readonly string[])[] = [
  ['add', 'write'],
  ['trigger', 'deploy', 'run'],
  ['trigger', 'add'],
];

/** Verbs that say nothing of what is wanted. */
const WEAK: ReadonlySet<string> = new Set(['get', 'check']);

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the my me mine our your his her its their i you we it this that these those please to of in on at for with by ' +
    'from into is are be was and or all every each some any can could would will shall do does did not let us now just ' +
    'also up out about there here s t kindly want need like ' +
    '我的 我们的 我 你 您 的 了 一下 请 帮我 帮忙 麻烦 一篇 一个 一条 一份 一张 一项 一次 个 篇 条 份 把 将 吗 吧 呢 所有 全部 ' +
    '给我 给 里面的 里面 里的 里 中的 中 这 那 在 上 关于 有关 想 要 需要 可以 能 并 和 与 及 它 用 到 于 是 为 下 现在 当前 目前 我想 我要'
  ).split(' '),
);

const DATE_WORDS: ReadonlySet<string> = new Set(
  (
    'today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday ' +
    '今天 明天 后天 昨天 今晚 明早 周一 周二 周三 周四 周五 周六 周日 星期一 星期二 星期三 星期四 星期五 星期六 星期日 下周 本周'
  ).split(' '),
);

function indexOf(table: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(table).flatMap(([concept, words]) => words.split(' ').map((word) => [word, concept] as const));
}

const CONCEPT_OF: ReadonlyMap<string, string> = new Map([...indexOf(NOUNS), ...indexOf(VERBS)]);

/** Longest first: 天气预报 is no 天. */
const HAN_WORDS: readonly string[] = [...CONCEPT_OF.keys(), ...STOP_WORDS, ...DATE_WORDS]
  .filter((word) => /\p{Script=Han}/u.test(word))
  .toSorted((a, b) => b.length - a.length);

/** What a word means, or undefined for a word that is none of ours. English words in lower case, also in the plural. */
export function conceptOf(word: string): string | undefined {
  return CONCEPT_OF.get(word) ?? CONCEPT_OF.get(singular(word));
}

/** The word itself, so that unknown words of a tool's name can be compared too. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')
    ? word.slice(0, -1)
    : word;
}

/** Verbs that people use for each other: one writes a note and creates a file. */
export function areAkin(a: string, b: string): boolean {
  return AKIN.some((verbs) => verbs.includes(a) && verbs.includes(b));
}

/** True for a concept of the table, false for a word that is only itself. */
export function isConcept(word: string): boolean {
  return Object.hasOwn(VERBS, word) || Object.hasOwn(NOUNS, word);
}

export function isVerb(concept: string): boolean {
  return Object.hasOwn(VERBS, concept);
}

export function isWeakVerb(concept: string): boolean {
  return WEAK.has(concept);
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

export function isDateWord(word: string): boolean {
  return DATE_WORDS.has(word);
}

/** The known Chinese word at the start of the text. */
export function hanWordAt(text: string): string | undefined {
  return HAN_WORDS.find((word) => text.startsWith(word));
}
