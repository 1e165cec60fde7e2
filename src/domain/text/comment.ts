import type { Instant } from '@credit-market/values/dates'
import type { CasePart } from '../case/case-message.ts'
import type { StoredRow } from '../values/subject.ts'
import { isWellFormed } from '@credit-market/values/well-formed'

/** Rich text as an editor sends it. */
export interface RichTextDraft {
  json: string
}

/** Rich text as it is stored, with plain text that is always derived from it. */
export interface RichText extends RichTextDraft {
  text: string
}

/** A remark on a subject, with mentions; on a case, a message between the parties. */
export interface SubjectComment extends StoredRow {
  subjectKind: string
  subjectId: string
  text: string
  json: string
  authorId: string
  at: Instant
  /** Part in a case for which a message was written, the organisation that has it, and its agent; null for other comments. */
  casePart: CasePart | null
  writtenForId: string | null
  agentId: string | null
}

/** A person or an organisation that a comment mentions. */
export interface Mention {
  kind: 'user' | 'organisation'
  id: string
  name: string
}

/** A node of stored rich text: only paragraphs, text, line breaks and mentions. */
export type RichTextNode =
  | { type: 'root' | 'paragraph'; children: RichTextNode[] }
  | { type: 'text'; text: string }
  | { type: 'linebreak' }
  | { type: 'beautifulMention'; trigger: string; value: string; data?: { id: string; kind: Mention['kind'] } }

interface Given {
  type?: unknown
  text?: unknown
  trigger?: unknown
  value?: unknown
  data?: { id?: unknown; kind?: unknown } | null
  children?: unknown
}

const MOST_DEEP = 20

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const normaliseData = (data: Given['data']): { data?: { id: string; kind: Mention['kind'] } } => {
  const { id, kind } = data ?? {}
  return typeof id === 'string' && (kind === 'user' || kind === 'organisation') ? { data: { id, kind } } : {}
}

const normaliseAll = (children: unknown, depth: number): RichTextNode[] =>
  Array.isArray(children) && depth < MOST_DEEP
    ? children.flatMap((child: Given | null) => (child ? normalise(child, depth) : []))
    : []

// Unknown nodes are replaced by their children.
const normalise = (node: Given, depth: number): RichTextNode[] => {
  if (node.type === 'text') return [{ type: 'text', text: text(node.text) }]
  if (node.type === 'linebreak') return [{ type: 'linebreak' }]
  if (node.type === 'beautifulMention')
    return [{ type: 'beautifulMention', trigger: '@', value: text(node.value), ...normaliseData(node.data) }]
  const children = normaliseAll(node.children, depth + 1)
  return node.type === 'paragraph' ? [{ type: 'paragraph', children }] : children
}

const rootOf = (json: string): Given | undefined => {
  try {
    const { root } = JSON.parse(json) as { root?: Given }
    return root && Array.isArray(root.children) ? root : undefined
  } catch {
    return undefined
  }
}

/** Reads rich text and drops everything except paragraphs, text, line breaks and mentions; undefined if it is not rich text. */
export const parseRichText = (json: string): RichTextNode[] | undefined => {
  const root = rootOf(json)
  return root && normaliseAll(root.children, 0)
}

const plainOf = (nodes: readonly RichTextNode[]): string =>
  nodes
    .map((node, index) => {
      if (node.type === 'text') return node.text
      if (node.type === 'linebreak') return '\n'
      if (node.type === 'beautifulMention') return `${node.trigger}${node.value}`
      // Paragraphs are separated from the text before them.
      return `${index > 0 ? '\n\n' : ''}${plainOf(node.children)}`
    })
    .join('')

/** Plain text of rich text: paragraphs separated by an empty line, mentions as @ and the name. */
export const plainTextOf = (json: string): string => plainOf(parseRichText(json) ?? []).trim()

/** Says whether this is rich text as an editor writes it, with characters that can be stored. */
export const isRichText = (json: string): boolean => {
  const nodes = parseRichText(json)
  return (
    nodes !== undefined &&
    isWellFormed(plainOf(nodes)) &&
    listMentions(json).every(({ id }) => isWellFormed(id))
  )
}

/** Rich text as it is stored: without nodes that `parseRichText` would drop, and with its plain text. */
export const normaliseRichText = ({ json }: RichTextDraft): RichText => ({
  text: plainTextOf(json),
  json: JSON.stringify({ root: { type: 'root', children: parseRichText(json) ?? [] } }),
})

/** Rich text with the paragraphs and lines of a plain text. */
export const toRichText = (plain: string): RichText => {
  const paragraphs = plain.split(/\n{2,}/).map(paragraph => ({
    type: 'paragraph',
    children: paragraph
      .split('\n')
      .flatMap((line, at) => [...(at > 0 ? [{ type: 'linebreak' }] : []), { type: 'text', text: line }]),
  }))
  return normaliseRichText({ json: JSON.stringify({ root: { type: 'root', children: paragraphs } }) })
}

/** Everyone mentioned in a rich text, each once. */
export const listMentions = (json: string): Mention[] => {
  const found = new Map<string, Mention>()
  const look = (nodes: readonly RichTextNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'beautifulMention' && node.data)
        found.set(`${node.data.kind} ${node.data.id}`, { ...node.data, name: node.value })
      if ('children' in node) look(node.children)
    }
  }
  look(parseRichText(json) ?? [])
  return [...found.values()]
}
