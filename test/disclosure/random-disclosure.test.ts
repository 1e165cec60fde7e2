import { expect, it } from 'vitest'
import type { Actor, HeldAuthority } from '#domain/actor'
import { outcomeOf, type RoundOutcome } from '#domain/outcome'
import type { MatchView } from '#contract/match'
import { determinedBy, equation, solve, type Equation, type Solved } from './determined.ts'
import { settledRound, type SettledRound } from './settled-round.ts'
import { itemResult, surplusFor } from '#server/views/amounts'
import { matchFor } from '#server/views/match'

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
  authorities: clients.map((clientId): HeldAuthority => ({
    clientId,
    roundId: ROUND.id,
    permissions: ['MakeOffersOrBids'],
    hasEnded: true,
  })),
})

/** Everybody who reads, with the organisations whose figures are its own to know. */
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
  /** Of whose items the reader is told anything. */
  ownersOfItems: string[]
  /** The surplus, as any other answer tells it. */
  surpluses: (number | null)[]
}

/** Everything that a reader is answered about the money of a settled round. */
const answersTo = (
  actor: Actor,
  { problem, solution, clients }: SettledRound,
  outcome: RoundOutcome,
): Answers => {
  const run = { solution, problem, id: '', version: 1, roundId: ROUND.id, problemHash: '', solutionHash: '' }
  const times = { unconfirmed: [], failure: null, startedAt: '', finishedAt: '' }
  const surplus = surplusFor(actor, 'Settled', outcome, clients)
  const items = outcome.items.filter(item => itemResult(actor, ROUND, item, surplus) !== null)
  return {
    match: matchFor(
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
    surpluses: [surplus, surplusFor(null, 'Settled', outcome, clients)],
  }
}

const known = (name: string): Equation => equation([[name, 1]])

/** What everybody knows without any figure: the published rules. Who wins is taken to be known, which is the worst case. */
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
    // Who won nothing pays nothing.
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
    // What the clients of one agent come to together is one party's amount too.
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

/** The amounts of others that follow from the answers to some readers together, and not from the rules and their own figures. */
const learnt = (rules: Solved, readers: readonly { own: string[]; told: Equation[] }[]): string[] => {
  const own = ownFigures(readers.flatMap(reader => reader.own))
  const ownNames = new Set(own.flatMap(one => [...one.keys()]))
  const more = readers
    .flatMap(({ told }) => told)
    .filter(one => [...one.keys()].some(name => !ownNames.has(name)))
  if (more.length === 0) return []
  const ownSolved = solve(own, rules)
  const before = determinedBy(ownSolved)
  return [...determinedBy(solve(more, ownSolved))].filter(name => name.includes(' ') && !before.has(name))
}

/** Each reader by itself and each two of them together. */
const groupsOf = <T>(readers: readonly T[]): T[][] =>
  readers.flatMap((one, at) => [[one], ...readers.slice(at + 1).map(other => [one, other])])

const allLearnt = (round: SettledRound, change: (answers: Answers) => Answers = same => same): string[] => {
  const outcome = outcomeOf(round.problem, round.solution)
  const readers = readersOf(round).map(({ actor, own }) => ({
    own,
    told: toldIn(change(answersTo(actor, round, outcome))),
  }))
  const rules = solve(rulesOf(round))
  return groupsOf(readers).flatMap(some => learnt(rules, some))
}

it('no reader, and no two together, can work out anybody else’s amount from what is published of settled rounds', () => {
  let told = 0
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const round = settledRound(seed)
    expect(allLearnt(round), `round ${seed}`).toEqual([])
    const outcome = outcomeOf(round.problem, round.solution)
    if (surplusFor(null, 'Settled', outcome, round.clients) !== null) told++
  }
  // Of large rounds the sums are told, or nothing would have been tried.
  expect(told).toBeGreaterThan(ROUNDS / 10)
})

it('were the sums always told, amounts of others could be worked out: the search would find them', () => {
  const always = ({ match, ...answers }: Answers): Answers => ({
    ...answers,
    match: { ...match, surplus: 0, totalPaid: 0, totalReceived: 0 },
  })
  const found = Array.from({ length: 40 }, (_, seed) => allLearnt(settledRound(seed + 1), always).length)
  expect(found.some(amounts => amounts > 0)).toBe(true)
})
