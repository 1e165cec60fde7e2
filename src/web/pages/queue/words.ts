import type { QueueAct, BulkSubject } from '#contract/desk/queue'
import type { WorkStage } from '#contract/steps/step'
import { obstaclesText, waitingForText } from '../../parts/messages.ts'

/** Label of a stage of the queue. */
export const stageLabel = (stage: WorkStage): string => stage.charAt(0).toUpperCase() + stage.slice(1)

/** Splits the id of an act of the queue into kind and action. */
export const splitActId = ({ id }: Pick<QueueAct, 'id'>) => {
  const [kind = '', action = ''] = id.split('.')
  return { kind, action }
}

/** Describes what blocks a row and who has to act; null if nothing blocks it. */
export const blockedText = ({ missing, blockedBy }: BulkSubject): { why: string; waiting: string } | null => {
  if (missing === null) return null
  return {
    why: obstaclesText(missing, blockedBy),
    waiting: waitingForText(blockedBy.length > 0 ? blockedBy.map(({ whose }) => whose) : ['no one yet']),
  }
}

/** Groups names by reason, in order of first appearance. */
export const groupByReason = (
  items: readonly { name: string; why: string }[],
): { why: string; names: string[] }[] => {
  const names = new Map<string, string[]>()
  for (const { name, why } of items) names.set(why, [...(names.get(why) ?? []), name])
  return [...names].map(([why, those]) => ({ why, names: those }))
}

/** Filters of the queue from its address: records, a market, a round. */
export const queueFilters = (search: URLSearchParams) => ({
  ...(search.has('id') && { id: search.getAll('id') }),
  marketId: search.get('marketId') ?? undefined,
  marketRoundId: search.get('marketRoundId') ?? undefined,
})
