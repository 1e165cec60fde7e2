import { sql } from 'kysely'
import { z } from 'zod'
import { isBeforeSettlement } from '#domain/credit/credit'
import { hashProblem } from '@credit-market/matching/formats/problem'
import { findResultErrors as judge } from '@credit-market/match-verifier/verify'
import { hashSolution } from '../matches/imported-match.ts'
import { iterateResultPages } from '../store/pages.ts'
import { openStore } from '../store/store.ts'
import type { VerificationCheck, VerificationInput } from './check.ts'
import { checkSettledRoundLedger } from './books.ts'

const KEPT = 'market'
const kept = z.record(z.string(), z.string())

/**
 * The match with which each round was settled, except for these, with a hash of all data that the judge uses.
 */
const settledExcept = (accepted: readonly string[]) => sql<{ id: string; roundId: string; hash: string }>`
  select settled.id, settled.round_id, encode(sha256(convert_to(concat_ws(' ',
    problem_hash, solution_hash, problem, solution,
    (select string_agg(concat_ws(' ', credit.id, service_id, coalesce(requirement_id, lapsed_requirement_id), units, units_per_period), ',' order by credit.id)
      from credit where credit.round_id = settled.round_id)), 'UTF8')), 'hex') as hash
  from (select distinct on (round_id) match_result.id, round_id
    from match_result join round on round.id = round_id
    where round.status = 'Settled' and solution is not null
    order by round_id, match_result.ordinal desc) as settled
  join match_result on match_result.id = settled.id
  where not settled.id = any(${accepted}::text[])
  order by settled.round_id`

const faultsOf = async ({ db }: VerificationInput, id: string): Promise<string[]> => {
  const { read } = openStore(db)
  const result = await read.one('matchResult', id)
  if (!result?.solution) return ['has no solution']
  const { problem, problemHash, solution, solutionHash, roundId } = result
  const credits = (await read.list('credit', { roundId })).filter(({ status }) => !isBeforeSettlement(status))
  return [
    ...(hashProblem(problem) === problemHash ? [] : ['has a problem that does not match its hash']),
    ...(hashSolution(solution) === solutionHash ? [] : ['has a solution that does not match its hash']),
    ...judge(problem, solution),
    ...checkSettledRoundLedger({ problem, solution, credits }),
  ]
}

/**
 * Judges the match of every settled round again: reserve, payments, bids, groups and pairs must be valid, and its
 * credits must agree with it (market invariants 5 to 9, as far as they can be checked afterwards; invariant 10, that no
 * bid was readable before the close, is in no table). A match that was found valid is not judged again while its data
 * stay the same; of additions, not even then.
 */
export const matchesCheck: VerificationCheck = {
  name: 'market',
  run: async function* (reading, looked) {
    const before = kept.parse(JSON.parse(reading.kept?.get(KEPT) ?? '{}'))
    const sound: Record<string, string> = reading.onlyAdditions ? { ...before } : {}
    for await (const page of iterateResultPages(reading.db, settledExcept(Object.keys(sound))))
      for (const { id, roundId, hash } of page) {
        const faults = before[id] === hash ? [] : await faultsOf(reading, id)
        for (const why of faults) yield { what: `match_result ${id} of round ${roundId}`, why }
        if (faults.length === 0) sound[id] = hash
        looked(1)
      }
    reading.kept?.set(KEPT, JSON.stringify(sound))
  },
}
