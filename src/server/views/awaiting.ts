import { sql } from 'kysely'
import { findAction } from '#actions/index'
import { available } from '#actions/kit/available'
import { STEPS } from '#actions/steps'
import { withWords } from '#contract/endpoint'
import { nounOf } from '#contract/nouns'
import type { NextThing } from '#contract/resource'
import { round as roundNoun } from '#contract/round'
import type { SteppedKind } from '#contract/steps/step'
import type { Actor } from '#domain/actor'
import { dayOf } from '#domain/dates'
import type { Round } from '#domain/round'
import type { ViewContext } from './context.ts'
import { summed } from './lists/summed.ts'
import { namesOf } from './names.ts'
import { AWAITED_STEPS, awaiting } from './step-conditions.ts'
import { isOneOfFixed } from './visible.ts'

/** The steps of the market operator that are listed on the page of each round. */
const STEPS_BY_ROUND = STEPS.flatMap(({ byRound, ...step }) => (byRound ? [{ ...step, byRound }] : []))

interface Group {
  kind: SteppedKind
  round: string
  count: number
}

/** How many things wait for such a step in each round. */
const waitingInRounds = (db: ViewContext['db']): Promise<Group[]> =>
  summed(
    db,
    sql<Group>`${sql.join(
      STEPS_BY_ROUND.map(
        ({
          kind,
          statuses,
        }) => sql`select ${sql.lit(kind)} as kind, ${sql.ref('roundId')} as round, sum(number) as count
          from ${sql.table(`${kind}Count`)} as ${sql.table(kind)} where ${isOneOfFixed('status', statuses)}
          group by ${sql.ref('roundId')} having sum(number) > 0`,
      ),
      sql` union all `,
    )}`,
    groups => groups,
  )

/** How many participations, projects and requirements wait for each step, by what narrows their lists down to them. */
const waitingForSteps = (db: ViewContext['db']): Promise<number[]> =>
  summed(
    db,
    sql<{ count: number }>`select count from (${sql.join(
      AWAITED_STEPS.map(
        (
          { step: { kind, action } },
          place,
        ) => sql`select ${sql.lit(place)} as place, coalesce(sum(number), 0) as count
          from ${sql.table(`${kind}Count`)} as ${sql.table(kind)} where ${awaiting(kind, [action])}`,
      ),
      sql` union all `,
    )}) as step order by place`,
    rows => rows.map(({ count }) => count),
  )

/** What waits for the market operator, step by step: as many as can be taken now, and where they are worked through. */
export const waitingForOperator = async (reader: Actor, context: ViewContext): Promise<NextThing[]> => {
  const { db, read, now } = context
  const groups = await waitingInRounds(db)
  const roundById = new Map<string, Round>(
    (await read.list('round', { id: [...new Set(groups.map(({ round }) => round))] })).map(one => [
      one.id,
      one,
    ]),
  )
  const market = await namesOf(
    db,
    'market',
    [...roundById.values()].map(one => one.marketId),
  )
  const ofRounds = STEPS_BY_ROUND.flatMap(({ kind, statuses, action, byRound: { tab, counted } }) =>
    groups
      .filter(group => group.kind === kind)
      .flatMap(({ round: roundId, count }): NextThing[] => {
        const round = roundById.get(roundId)
        const found = findAction(kind, action)
        const [status = ''] = statuses
        const one = { id: '', version: 0, status, roundId }
        if (!round || !found || available(found, reader, one, { round, today: dayOf(now) }) !== true)
          return []
        const waits = `${count} ${counted[count === 1 ? 0 : 1]}`
        return [
          {
            text: `${market(round.marketId)?.name}, ${round.name}: ${waits}`,
            detail: null,
            link: withWords(roundNoun.page(round), { tab, status }),
            action,
            on: { kind, id: null },
            count,
          },
        ]
      }),
  )
  const counts = await waitingForSteps(db)
  const listed = AWAITED_STEPS.flatMap(({ step: { kind, action }, waits }, place): NextThing[] => {
    const count = counts[place] ?? 0
    if (count === 0) return []
    const [one, many] = nounOf(kind)?.called ?? ['', '']
    return [
      {
        text: `${count === 1 ? `1 ${one} waits` : `${count} ${many} wait`} ${waits}`,
        detail: null,
        link: withWords('/queue', { act: `${kind}.${action}` }),
        action,
        on: { kind, id: null },
        count,
      },
    ]
  })
  return [...ofRounds, ...listed]
}
