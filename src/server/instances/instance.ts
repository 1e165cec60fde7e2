import { type Kysely, sql } from 'kysely'
import type { InstanceFileName, InstanceLineView, PublishedInstance } from '#contract/round/instance'
import { canonicalJson } from '@credit-market/values/canonical'
import { mayReadPublishedMatch } from '#domain/disclosure/disclosure'
import type { PublishedMatchData } from '#domain/match/instance'
import { poundsOf } from '@credit-market/values/money'
import type { SubmittedMatch } from '@credit-market/match-verifier/handed-in'
import { gapOfSolution } from '../matches/match.ts'
import { readPublishedMatchFile, type PublishedMatchFile } from './instance-files.ts'
import type { Database } from '../store/tables/tables.ts'

/** Published data of a round: its original file, and the better match that was submitted, if there is one. */
export interface PublishedMatch {
  round: { id: string; name: string; settledAt: string | null }
  market: string
  audit: PublishedMatchFile
  instance: PublishedMatchData
  better: (PublishedMatchFile & { match: SubmittedMatch; worth: number }) | null
}

/** A submitted match, as stored. */
export interface BetterMatch {
  worth: number
  match: SubmittedMatch
}

/** The published match of a round; undefined if the round is not settled or its market does not publish matches. */
export const readPublishedMatch = async (
  db: Kysely<Database>,
  roundId: string,
): Promise<PublishedMatch | undefined> => {
  const row = await db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .select(['round.id', 'round.name', 'round.status', 'settledAt', 'instanceSha256', 'betterMatchSha256'])
    .select(['market.name as market', 'instances'])
    .where('round.id', '=', roundId)
    .executeTakeFirst()
  if (!row || row.instanceSha256 === null || !mayReadPublishedMatch(null, row.status, row)) return undefined
  const [audit, handedIn] = await Promise.all([
    readPublishedMatchFile(db, row.instanceSha256),
    row.betterMatchSha256 === null ? undefined : readPublishedMatchFile(db, row.betterMatchSha256),
  ])
  if (!audit) return undefined
  const { id, name, settledAt, market } = row
  return {
    round: { id, name, settledAt },
    market,
    audit,
    instance: JSON.parse(audit.said) as PublishedMatchData,
    better: handedIn ? { ...handedIn, ...(JSON.parse(handedIn.said) as BetterMatch) } : null,
  }
}

/** Texts of the existing files, each with its hash and length. */
export const publishedMatchFileTexts = ({
  audit,
  instance: { problem, problemHash, solution, solutionHash },
  better,
}: PublishedMatch): { name: InstanceFileName; sha256: string; said: string }[] => [
  { name: 'audit', ...audit },
  { name: 'problem', sha256: problemHash, said: canonicalJson(problem) },
  { name: 'solution', sha256: solutionHash, said: canonicalJson(solution) },
  ...(better ? [{ name: 'better' as const, ...better }] : []),
]

const entryThatNames = async (db: Kysely<Database>, roundId: string): Promise<number | null> => {
  const { rows } = await sql<{ index: number }>`
    select index from activity_chained join log_leaf using (seq)
    where subject_kind = 'round' and subject_id = ${roundId} and action = 'PublishInstance'
    order by seq desc limit 1`.execute(db)
  return rows[0]?.index ?? null
}

const linesOf = ({ problem, solution, lines }: PublishedMatchData): InstanceLineView[] => {
  const tagged = new Set(lines.filter(({ tag }) => tag !== null).map(({ id }) => id))
  const told = new Map([...solution.projects, ...solution.requirements].map(one => [one.id, one]))
  const outcome = (id: string) => {
    const { payment = 0, sentence = '' } = told.get(id) ?? {}
    return { payment: poundsOf(payment), why: sentence, hasReceipt: tagged.has(id) }
  }
  return [
    ...problem.projects.map(({ id, supplierId, offer, costs, services }) => ({
      ...{ id, party: supplierId, kind: 'Supplier' as const },
      creditTypes: [...new Set(services.map(({ creditType }) => creditType))],
      amount: poundsOf(Object.values(costs).reduce((sum, one) => sum + one, offer)),
      won: told.get(id)?.won ? 1 : 0,
      ...outcome(id),
    })),
    ...problem.requirements.map(({ id, buyerId, kind, creditType, bid }) => ({
      ...{ id, party: buyerId, kind },
      creditTypes: [creditType],
      amount: poundsOf(bid),
      won: (solution.requirements.find(one => one.id === id)?.fraction ?? 0) / 10_000,
      ...outcome(id),
    })),
  ]
}

/** View of a published match, for pages and programs. */
export const readPublishedMatchView = async (
  db: Kysely<Database>,
  published: PublishedMatch,
): Promise<PublishedInstance> => {
  const { round, market, instance, better } = published
  return {
    round: { id: round.id, name: round.name },
    market,
    settledAt: round.settledAt,
    files: publishedMatchFileTexts(published).map(({ name, sha256, said }) => ({
      name,
      sha256,
      bytes: Buffer.byteLength(said),
    })),
    logEntry: await entryThatNames(db, round.id),
    surplus: poundsOf(instance.solution.surplus),
    proven: instance.solution.proven,
    gap: gapOfSolution(instance.solution, (_, amount) => poundsOf(amount)),
    lines: linesOf(instance),
    better: better && {
      at: better.at,
      worth: poundsOf(better.worth),
      accepted: poundsOf(instance.solution.surplus),
    },
  }
}
