import { sql } from 'kysely'
import { findAction } from '#actions/index'
import { checkAvailability } from '#actions/kit/available'
import { STEPS } from '#actions/steps'
import { withQuery } from '#contract/kit/endpoint'
import { nounOf } from '#contract/nouns/nouns'
import type { NextStep } from '#contract/kit/resource'
import { round as roundNoun } from '#contract/round/round'
import type { KindWithSteps } from '#contract/steps/step'
import type { Actor } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import type { Round } from '#domain/round/round'
import type { ViewContext } from '../views/kit/context.ts'
import { readCachedSum } from '../views/listing/summed.ts'
import { readNamesOfKind } from '../views/kit/names.ts'
import { AWAITED_OPERATOR_STEPS, awaitsOperatorStepsSql } from './step-conditions.ts'
import { isOneOfConstantsSql } from '../views/kit/visible.ts'

/** Steps of the market operator that are listed on the page of each round. */
const STEPS_BY_ROUND = STEPS.flatMap(({ byRound, ...step }) => (byRound ? [{ ...step, byRound }] : []))

interface Group {
  kind: KindWithSteps
  round: string
  count: number
}

/** Counts of items that wait for each such step, by round. */
const WAITING_IN_ROUNDS = sql<Group>`${sql.join(
  STEPS_BY_ROUND.map(
    ({
      kind,
      statuses,
    }) => sql`select ${sql.lit(kind)} as kind, ${sql.ref('roundId')} as round, sum(number) as count
      from ${sql.table(`${kind}Count`)} as ${sql.table(kind)} where ${isOneOfConstantsSql('status', statuses)}
      group by ${sql.ref('roundId')} having sum(number) > 0`,
  ),
  sql` union all `,
)}`

/**
 * Counts of participations, projects and requirements that wait for each step, by the filter that narrows their
 * lists.
 */
const WAITING_FOR_STEPS = sql<{ count: number }>`select count from (${sql.join(
  AWAITED_OPERATOR_STEPS.map(
    (
      { step: { kind, action } },
      place,
    ) => sql`select ${sql.lit(place)} as place, coalesce(sum(number), 0) as count
      from ${sql.table(`${kind}Count`)} as ${sql.table(kind)} where ${awaitsOperatorStepsSql(kind, [action])}`,
  ),
  sql` union all `,
)}) as step order by place`

/** Steps that wait for the market operator: how many can be taken now, and the list where they are. */
export const listOperatorNextSteps = async (reader: Actor, context: ViewContext): Promise<NextStep[]> => {
  const { db, read, now } = context
  const groups = await readCachedSum(db, WAITING_IN_ROUNDS, rows => rows)
  const roundById = new Map<string, Round>(
    (await read.list('round', { id: [...new Set(groups.map(({ round }) => round))] })).map(one => [
      one.id,
      one,
    ]),
  )
  const market = await readNamesOfKind(
    db,
    'market',
    [...roundById.values()].map(one => one.marketId),
  )
  const ofRounds = STEPS_BY_ROUND.flatMap(({ kind, statuses, action, byRound: { tab, counted } }) =>
    groups
      .filter(group => group.kind === kind)
      .flatMap(({ round: roundId, count }): NextStep[] => {
        const round = roundById.get(roundId)
        const found = findAction(kind, action)
        const [status = ''] = statuses
        const one = { id: '', version: 0, status, roundId }
        if (
          !round ||
          !found ||
          checkAvailability(found, reader, one, { round, today: utcDayOf(now) }) !== true
        )
          return []
        const waits = `${count} ${counted[count === 1 ? 0 : 1]}`
        return [
          {
            text: `${market(round.marketId)?.name}, ${round.name}: ${waits}`,
            detail: null,
            link: withQuery(roundNoun.page(round), { tab, status }),
            action,
            on: { kind, id: null },
            count,
          },
        ]
      }),
  )
  const counts = await readCachedSum(db, WAITING_FOR_STEPS, rows => rows.map(({ count }) => count))
  const listed = AWAITED_OPERATOR_STEPS.flatMap(({ step: { kind, action }, waits }, place): NextStep[] => {
    const count = counts[place] ?? 0
    if (count === 0) return []
    const [one, many] = nounOf(kind)?.called ?? ['', '']
    return [
      {
        text: `${count === 1 ? `1 ${one} waits` : `${count} ${many} wait`} ${waits}`,
        detail: null,
        link: withQuery('/queue', { act: `${kind}.${action}` }),
        action,
        on: { kind, id: null },
        count,
      },
    ]
  })
  return [...ofRounds, ...listed]
}
