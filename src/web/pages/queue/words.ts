import { nounOf } from '#contract/nouns'
import type { QueueAct, QueueRow } from '#contract/queue'
import type { Stage } from '#contract/steps/step'

/** The name of a stage of the queue on screen. */
export const stageLabel = (stage: Stage): string => stage.charAt(0).toUpperCase() + stage.slice(1)

/** Things of a kind in a sentence, by how many they are. */
export const thingsOf = (kind: string, count: number): string => {
  const [one = '', many = ''] = nounOf(kind)?.called ?? []
  return `${count} ${count === 1 ? one : many}`
}

/** What an act of the queue is about, by its id: the kind and the action. */
export const partsOf = ({ id }: Pick<QueueAct, 'id'>) => {
  const [kind = '', action = ''] = id.split('.')
  return { kind, action }
}

/** What keeps a row from being done, and whose turn it is; null where nothing does. */
export const blockedText = ({ missing, blockedBy }: QueueRow): { why: string; whose: string } | null => {
  if (missing === null) return null
  const more = [...new Set(blockedBy.map(({ text }) => text))].filter(text => !missing.includes(text))
  const whose = [...new Set(blockedBy.map(one => (one.whose === 'you' ? 'yours' : one.whose)))]
  return {
    why: [missing, ...more].join('. '),
    whose: whose.length > 0 ? whose.join(' and ') : 'nobody’s yet',
  }
}

/** Each reason once, with the names of all that it is given for, in the order in which they come. */
export const byReason = (
  items: readonly { name: string; why: string }[],
): { why: string; names: string[] }[] => {
  const names = new Map<string, string[]>()
  for (const { name, why } of items) names.set(why, [...(names.get(why) ?? []), name])
  return [...names].map(([why, those]) => ({ why, names: those }))
}

/** What the queue is narrowed down to, by the words of its address: things, a market, a round. */
export const narrowedBy = (search: URLSearchParams) => ({
  ...(search.has('id') && { id: search.getAll('id') }),
  marketId: search.get('marketId') ?? undefined,
  marketRoundId: search.get('marketRoundId') ?? undefined,
})
