import { sql } from 'kysely'
import { z } from 'zod'
import { isBeforeSettlement } from '#domain/credit'
import { hashOf } from '#matching/formats/problem'
import { verify as judge } from '#matching/verify/verify'
import { hashOfSolution } from '../imported-match.ts'
import { pagesOf } from '../store/pages.ts'
import { openStore } from '../store/store.ts'
import type { Check, Reading } from './check.ts'
import { faultsOfBooks } from './books.ts'

const KEPT = 'market'
const kept = z.record(z.string(), z.string())

/** The match by which each round was settled, with a hash of all that is judged of it. */
const SETTLED = sql<{ id: string; roundId: string; hash: string }>`
  select distinct on (round_id) match_result.id, round_id, encode(sha256(convert_to(concat_ws(' ',
    problem_hash, solution_hash, problem, solution,
    (select string_agg(concat_ws(' ', credit.id, service_id, requirement_id, units, units_per_period), ',' order by credit.id)
      from credit where credit.round_id = round.id)), 'UTF8')), 'hex') as hash
  from match_result join round on round.id = round_id
  where round.status = 'Settled' and solution is not null
  order by round_id, match_result.ordinal desc`

const faultsOf = async ({ db }: Reading, id: string): Promise<string[]> => {
  const { read } = openStore(db)
  const result = await read.one('matchResult', id)
  if (!result?.solution) return ['has no solution']
  const { problem, problemHash, solution, solutionHash, roundId } = result
  const credits = (await read.list('credit', { roundId })).filter(({ status }) => !isBeforeSettlement(status))
  return [
    ...(hashOf(problem) === problemHash ? [] : ['has a problem that is not the one of its hash']),
    ...(hashOfSolution(solution) === solutionHash ? [] : ['has a solution that is not the one of its hash']),
    ...judge(problem, solution),
    ...faultsOfBooks({ problem, solution, credits }),
  ]
}

/**
 * The match of every settled round stands before the judge of results, which asks of it that reserve, payments, bids, groups and
 * pairs are as they must be, and its credits are what it came to (market invariants 5 to 9, as far as they can be seen afterwards;
 * that no bid was readable before the close, invariant 10, is in no table). One that was found right is not judged again as long as
 * nothing of it changes.
 */
export const market: Check = {
  name: 'market',
  run: async function* (reading, looked) {
    const before = kept.parse(JSON.parse(reading.kept?.get(KEPT) ?? '{}'))
    const sound: Record<string, string> = {}
    for await (const page of pagesOf(reading.db, SETTLED))
      for (const { id, roundId, hash } of page) {
        const faults = before[id] === hash ? [] : await faultsOf(reading, id)
        for (const why of faults) yield { what: `match_result ${id} of round ${roundId}`, why }
        if (faults.length === 0) sound[id] = hash
        looked(1)
      }
    reading.kept?.set(KEPT, JSON.stringify(sound))
  },
}
