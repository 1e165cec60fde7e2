import { expect, it } from 'vitest'
import type { Actor, ApprovedAuthority } from '#domain/people/actor'
import { deriveRoundOutcome, type RoundOutcome } from '#domain/match/outcome'
import type { MatchView } from '#contract/round/match'
import { valuesDeterminedBy, equation, solve, type Equation, type Solved } from './determined.ts'
import { settledRound, type SettledRound } from './settled-round.ts'
import { toItemResult, disclosedSurplus } from '#server/views/kit/amounts'
import { toMatchView } from '#server/matches/match'

const ROUNDS = 500
const ROUND = { id: 'round', status: 'Settled', tellsCriticalAmounts: true } as const
const AMOUNTS = ['value', 'share', 'payment'] as const

const readerOf = (organisationId: string, clients: readonly string[] = []): Actor => ({
  userId: organisationId,
  name: '',
  groups: [clients.length > 0 ? 'agent' : 'participant'],
  organisationId,
  organisationType: clients.length > 0 ? 'AGENT' : 'PARTICIPANT',
  lpaId: null,
  authorities: clients.map((clientId): ApprovedAuthority => ({
    clientId,
    roundId: ROUND.id,
    permissions: ['MakeOffersOrBids'],
    hasEnded: true,
  })),
})

/** Every reader, with the organisations whose figures they may know anyway. */
const readersOf = ({ solution, clients }: SettledRound): { actor: Actor; own: string[] }[] => [
  ...solution.organisations.map(({ organisationId }) => ({
    actor: readerOf(organisationId),
    own: [organisationId],
  })),
  ...clients.map((own, at) => ({ actor: readerOf(`agent-${at}`, own), own })),
  { actor: readerOf('somebody'), own: [] },
]

interface Answers {
  match: Pick<MatchView, 'surplus' | 'totalPaid' | 'totalReceived' | 'organisations'>
  /** Owners of the items that the reader sees. */
  ownersOfItems: string[]
  /** The surplus in every answer that contains it. */
  surpluses: (number | null)[]
}

/** Everything that a reader can see about the money of a settled round. */
const answersTo = (
  actor: Actor,
  { problem, solution, clients }: SettledRound,
  outcome: RoundOutcome,
): Answers => {
  const run = { solution, problem, id: '', version: 1, roundId: ROUND.id, problemHash: '', solutionHash: '' }
  const times = {
    unconfirmed: [],
    failure: null,
    bestKnown: null,
    unfinished: null,
    ownersAskedAt: null,
    startedAt: '',
    finishedAt: '',
  }
  const surplus = disclosedSurplus(actor, 'Settled', outcome, clients)
  const items = outcome.items.filter(item => toItemResult(actor, ROUND, item, surplus) !== null)
  return {
    match: toMatchView(
      actor,
      ROUND,
      { ...run, ...times },
      {
        name: id => (id === null ? null : { id, name: id }),
        knownTogether: clients,
        held: [],
        on: '2026-06-01',
      },
    ),
    ownersOfItems: items.map(item => item.organisationId),
    surpluses: [surplus, disclosedSurplus(null, 'Settled', outcome, clients)],
  }
}

const known = (name: string): Equation => equation([[name, 1]])

/** Public knowledge without any figures: the published rules. Winners are assumed to be known, which is the worst case. */
const rulesOf = ({ solution, clients }: SettledRound): Equation[] => {
  const sumOf = (total: string, of: string, among: typeof solution.organisations) =>
    equation([[total, 1], ...among.map(one => [`${one.organisationId} ${of}`, -1] as const)])
  return [
    ...solution.organisations.map(({ organisationId: id }) =>
      equation([
        [`${id} payment`, 1],
        [`${id} value`, -1],
        [`${id} share`, 1],
      ]),
    ),
    // An organisation that won nothing pays nothing.
    ...solution.organisations
      .filter(one => one.value === 0 && one.share === 0 && one.payment === 0)
      .flatMap(({ organisationId: id }) => AMOUNTS.map(of => known(`${id} ${of}`))),
    equation(solution.organisations.map(one => [`${one.organisationId} payment`, 1] as const)),
    sumOf('surplus', 'share', solution.organisations),
    sumOf(
      'totalPaid',
      'payment',
      solution.organisations.filter(one => one.payment > 0),
    ),
    sumOf(
      '-totalReceived',
      'payment',
      solution.organisations.filter(one => one.payment < 0),
    ),
    // The total of an agent’s clients is one party’s amount too.
    ...clients.flatMap((ids, at) =>
      AMOUNTS.map(of => equation([[`agent-${at} ${of}`, 1], ...ids.map(id => [`${id} ${of}`, -1] as const)])),
    ),
  ]
}

const ownFigures = (own: readonly string[]): Equation[] =>
  own.flatMap(id => AMOUNTS.map(of => known(`${id} ${of}`)))

const toldIn = ({ match, ownersOfItems, surpluses }: Answers): Equation[] => [
  ...ownFigures([...match.organisations.map(({ id }) => id), ...ownersOfItems]),
  ...([match.surplus, ...surpluses].some(sum => sum !== null) ? [known('surplus')] : []),
  ...(match.totalPaid === null ? [] : [known('totalPaid')]),
  ...(match.totalReceived === null ? [] : [known('-totalReceived')]),
]

/**
 * The amounts of others that follow from the answers to some readers together, and not from the rules and their own
 * figures.
 */
const learnt = (rules: Solved, readers: readonly { own: string[]; told: Equation[] }[]): string[] => {
  const own = ownFigures(readers.flatMap(reader => reader.own))
  const ownNames = new Set(own.flatMap(one => [...one.keys()]))
  const more = readers
    .flatMap(({ told }) => told)
    .filter(one => [...one.keys()].some(name => !ownNames.has(name)))
  if (more.length === 0) return []
  const ownSolved = solve(own, rules)
  const before = valuesDeterminedBy(ownSolved)
  return [...valuesDeterminedBy(solve(more, ownSolved))].filter(
    name => name.includes(' ') && !before.has(name),
  )
}

/** Each reader alone and each pair of readers. */
const groupsOf = <T>(readers: readonly T[]): T[][] =>
  readers.flatMap((one, at) => [[one], ...readers.slice(at + 1).map(other => [one, other])])

const allLearnt = (round: SettledRound, change: (answers: Answers) => Answers = same => same): string[] => {
  const outcome = deriveRoundOutcome(round.problem, round.solution)
  const readers = readersOf(round).map(({ actor, own }) => ({
    own,
    told: toldIn(change(answersTo(actor, round, outcome))),
  }))
  const rules = solve(rulesOf(round))
  return groupsOf(readers).flatMap(some => learnt(rules, some))
}

it('no reader, and no pair of readers, can derive anyone else’s amount from what settled rounds publish', () => {
  let told = 0
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const round = settledRound(seed)
    expect(allLearnt(round), `round ${seed}`).toEqual([])
    const outcome = deriveRoundOutcome(round.problem, round.solution)
    if (disclosedSurplus(null, 'Settled', outcome, round.clients) !== null) told++
  }
  // Totals of large rounds must be visible, or the test would be empty.
  expect(told).toBeGreaterThan(ROUNDS / 10)
})

it('the search finds derivable amounts when totals are always published', () => {
  const always = ({ match, ...answers }: Answers): Answers => ({
    ...answers,
    match: { ...match, surplus: 0, totalPaid: 0, totalReceived: 0 },
  })
  const found = Array.from({ length: 40 }, (_, seed) => allLearnt(settledRound(seed + 1), always).length)
  expect(found.some(amounts => amounts > 0)).toBe(true)
})
