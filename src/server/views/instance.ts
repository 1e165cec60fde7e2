import { type Kysely, sql } from 'kysely'
import type { InstanceFileName, InstanceLineView, PublishedInstance } from '#contract/instance'
import { canonicalJson } from '#domain/canonical'
import { mayKnowInstance } from '#domain/disclosure'
import type { Instance } from '#domain/instance'
import { poundsOf } from '#domain/money'
import type { HandedIn } from '#matching/verify/handed-in'
import { instanceFile, type InstanceFile } from '../store/instance-files.ts'
import type { Database } from '../store/tables.ts'

/** What is published of a round: its file as it was made, and the better match that was handed in, if there is one. */
export interface Published {
  round: { id: string; name: string; settledAt: string | null }
  market: string
  audit: InstanceFile
  instance: Instance
  better: (InstanceFile & { match: HandedIn; worth: number }) | null
}

/** What was handed in, as it is kept. */
export interface BetterMatch {
  worth: number
  match: HandedIn
}

/** The published match of a round; undefined where the round is not settled, or its market publishes none. */
export const publishedOf = async (db: Kysely<Database>, roundId: string): Promise<Published | undefined> => {
  const row = await db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .select(['round.id', 'round.name', 'round.status', 'settledAt', 'instanceSha256', 'betterMatchSha256'])
    .select(['market.name as market', 'instances'])
    .where('round.id', '=', roundId)
    .executeTakeFirst()
  if (!row || row.instanceSha256 === null || !mayKnowInstance(null, row.status, row)) return undefined
  const [audit, handedIn] = await Promise.all([
    instanceFile(db, row.instanceSha256),
    row.betterMatchSha256 === null ? undefined : instanceFile(db, row.betterMatchSha256),
  ])
  if (!audit) return undefined
  const { id, name, settledAt, market } = row
  return {
    round: { id, name, settledAt },
    market,
    audit,
    instance: JSON.parse(audit.said) as Instance,
    better: handedIn ? { ...handedIn, ...(JSON.parse(handedIn.said) as BetterMatch) } : null,
  }
}

/** The texts of the files that there are, each with its hash and its length. */
export const filesOf = ({
  audit,
  instance: { problem, problemHash, solution, solutionHash },
  better,
}: Published): { name: InstanceFileName; sha256: string; said: string }[] => [
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

const linesOf = ({ problem, solution, lines }: Instance): InstanceLineView[] => {
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

/** What is published of a round, as a page or a program reads it. */
export const instanceView = async (
  db: Kysely<Database>,
  published: Published,
): Promise<PublishedInstance> => {
  const { round, market, instance, better } = published
  return {
    round: { id: round.id, name: round.name },
    market,
    settledAt: round.settledAt,
    files: filesOf(published).map(({ name, sha256, said }) => ({
      name,
      sha256,
      bytes: Buffer.byteLength(said),
    })),
    logEntry: await entryThatNames(db, round.id),
    surplus: poundsOf(instance.solution.surplus),
    lines: linesOf(instance),
    better: better && {
      at: better.at,
      worth: poundsOf(better.worth),
      accepted: poundsOf(instance.solution.surplus),
    },
  }
}
