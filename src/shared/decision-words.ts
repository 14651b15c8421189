import type { DecisionRule } from './policy.js';

/** Why a call is allowed, asked about or refused, by the rule that decided; one sentence for people. */
export const DECISION_WORDS: Readonly<Record<'en' | 'zh-CN', Readonly<Record<DecisionRule, string>>>> = {
  en: {
    invariant: 'A limit of Gatehouse forbids this call.',
    'user-deny': 'You set this tool to never.',
    'dangerous-name': 'Its name looks dangerous, so it always asks.',
    'destructive-hint': 'The server says this tool may destroy something, so it always asks.',
    'definition-changed': 'The tool has changed since you allowed it.',
    'user-confirm': 'You set this tool to ask.',
    'chat-grant': 'You allowed it for this chat.',
    'user-allow': 'You allowed this tool.',
    'host-policy': 'The policy that ships with Gatehouse decides for this bundled tool.',
    'builtin-read': 'Reading inside the workspace is allowed.',
    'trusted-read-only-hint': 'You trust the read-only hints of this server.',
    default: 'No rule allows it, and the default is to ask.',
  },
  'zh-CN': {
    invariant: 'Gatehouse 的硬性限制不允许这次调用。',
    'user-deny': '你已把这个工具设为禁止。',
    'dangerous-name': '它的名字看起来危险，所以总会询问。',
    'destructive-hint': '服务器声明这个工具可能造成破坏，所以总会询问。',
    'definition-changed': '你允许之后，这个工具的定义变了。',
    'user-confirm': '你已把这个工具设为询问。',
    'chat-grant': '你已在本次对话内允许它。',
    'user-allow': '你已允许这个工具。',
    'host-policy': '由 Gatehouse 随附的策略为这个自带工具决定。',
    'builtin-read': '允许读取工作区内的文件。',
    'trusted-read-only-hint': '你信任这个服务器的只读提示。',
    default: '没有规则允许它，默认先问。',
  },
};
