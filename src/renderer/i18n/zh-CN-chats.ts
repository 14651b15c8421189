import type { Words } from './en.js';

/** 对话列表、搜索和消息操作的文字。 */
export const zhChats: Pick<Words, 'chats'> = {
  chats: {
    pinned: '置顶',
    pin: '置顶',
    unpin: '取消置顶',
    deleted: (title) => `已删除“${title}”。Gatehouse 退出后将无法恢复。`,
    undo: '撤销',
    exportMarkdown: '导出为 Markdown',
    exportJson: '导出为 JSON',
    exported: (path) => `对话已写入 ${path}。`,
    import: '导入对话',
    importHint: '选择 Gatehouse 导出的 JSON 文件。',
    search: '搜索对话',
    clearSearch: '清除搜索',
    results: '搜索结果',
    noResults: (query) => `没有对话包含“${query}”。`,
    inTitles: '标题',
    inMessages: '消息',
    moreResults: '还有更多结果，再加一个词可以缩小范围。',
    youSaid: '你',
    assistantSaid: '助手',
    copyMessage: '复制这条消息',
    edit: '修改后重新发送',
    editLabel: '修改这条消息',
    editHint: '它之后的消息会离开这个对话。想保留，请先建立分支。',
    sendAgain: '发送',
    branch: '从这里建立分支',
    regenerate: '重新回答',
  },
};
