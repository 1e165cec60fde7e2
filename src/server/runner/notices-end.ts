import { actionsOfKind } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { startStatusesOf } from '#actions/kit/available'
import type { ChangedSubject } from '#actions/notices/due-notices'
import { COMPLETING_ANSWER_FACT } from '#domain/text/notice'
import type { Instant } from '@credit-market/values/dates'
import type { Kind } from '#domain/disclosure/entities'
import type { Kysely } from 'kysely'
import { runSqlText } from '../store/rows.ts'
import type { Database } from '../store/tables/tables.ts'

const everyDuring = ({ during }: Action): readonly string[] | undefined =>
  during && ('operator' in during ? [...during.operator, ...during.others] : during)

/** Returns the actions on a kind that are still possible: in its status, if known, and in the status of its round. */
export const listPossibleActions = (kind: Kind, status: string | null, round: string | undefined): string[] =>
  actionsOfKind(kind)
    .filter(
      one =>
        (status === null || (startStatusesOf(one)?.includes(status) ?? true)) &&
        (round === undefined || (everyDuring(one)?.includes(round) ?? true)),
    )
    .map(one => one.name)

/** Kinds of subjects in a round for which inbox items may wait for an action. */
const IN_ROUND = ['project', 'requirement', 'participation', 'agentAuthority'] as const

/** The action done, its subject, what else it changed, and the status of its round afterwards. */
interface DoneNow {
  on: { kind: Kind; id: string }
  action: string
  /** Answers with which the action was sent. */
  values: Readonly<Record<string, unknown>>
  touched: readonly ChangedSubject[]
  round: string | undefined
  now: Instant
}

/** Ends inbox items that wait for something that is now done, or can no longer be done. */
export const endWaitingItems = async (
  db: Kysely<Database>,
  { on, action, values, touched, round, now }: DoneNow,
): Promise<void> => {
  const things = touched.flatMap(({ kind, id, status }) => {
    const isIt = kind === on.kind && id === on.id
    return isIt || status !== null
      ? [
          {
            kind,
            id,
            done: isIt ? [action] : [],
            answers: Object.values(values).filter(value => typeof value === 'string'),
            possible: listPossibleActions(kind, status, kind === 'round' ? undefined : round),
          },
        ]
      : []
  })
  const moved = touched.find(({ kind, status }) => kind === 'round' && status !== null)
  const inRound = moved
    ? IN_ROUND.map(kind => ({
        kind,
        id: moved.id,
        possible: listPossibleActions(kind, null, moved.status ?? undefined),
      }))
    : []
  await Promise.all([
    runSqlText(db, END_ON_THINGS, [JSON.stringify(things), now]),
    ...(inRound.length > 0 ? [runSqlText(db, END_IN_ROUND, [JSON.stringify(inRound), now])] : []),
    ...(on.kind === 'agentAuthority' ? [runSqlText(db, END_OF_AGENTS, [on.id, now])] : []),
    ...(on.kind === 'user' ? [runSqlText(db, END_OF_OPERATORS, [on.id, now])] : []),
  ])
}

const OPEN = `item.ended_at is null and item.waits_for <> '{}'`

// An item that asked several recipients ends only with the answer to it.
const IS_ANSWERED = `(item.facts ->> '${COMPLETING_ANSWER_FACT}' is null or item.facts ->> '${COMPLETING_ANSWER_FACT}' = any(thing.answers))`

const END_ON_THINGS = `update inbox_item item set ended_at = $2
  from jsonb_to_recordset($1::jsonb) as thing (kind text, id text, done text[], answers text[], possible text[])
  where item.subject_id = thing.id and item.subject_kind = thing.kind and ${OPEN}
    and (item.waits_for && thing.done and ${IS_ANSWERED} or not item.waits_for && thing.possible)`

const END_IN_ROUND = `update inbox_item item set ended_at = $2
  from jsonb_to_recordset($1::jsonb) as moved (kind text, id text, possible text[])
  where item.round_id = moved.id and item.subject_kind = moved.kind and ${OPEN} and not item.waits_for && moved.possible`

// Items of an agent who may no longer make offers or bids for a client end.
const END_OF_AGENTS = `update inbox_item item set ended_at = $2 from agent_authority held, "user" person
  where held.id = $1 and item.round_id = held.round_id and item.organisation_id = held.client_id and item.user_id = person.id
    and person.organisation_id = held.agent_id and ${OPEN}
    and not (held.status = 'Approved' and 'MakeOffersOrBids' = any(held.permissions))`

const END_OF_OPERATORS = `update inbox_item item set ended_at = $2 from "user" person, organisation
  where person.id = $1 and item.user_id = person.id and ${OPEN} and organisation.id = person.organisation_id
    and organisation.type = 'OPER' and not person.groups && '{admin,sysadmin}'`
