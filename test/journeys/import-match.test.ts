import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MatchReview, MatchView } from '#contract/round/match'
import { expectConsistentLedger } from '../builders/books.ts'
import { openMatchedRound, readRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { type Person, waitUntil, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
beforeAll(async () => {
  market = await world({ from: openMatchedRound })
  operator = market.as('operator')
})
afterAll(() => market.close())

const files = { winners: '', dataset: '' }
const imported = (changed: Partial<typeof files>) =>
  operator.tries(
    'ImportMatch',
    SOMERSET_ROUND,
    { reason: 'Made with the calculator of the board' },
    {
      winners: { name: 'winners.csv', content: changed.winners ?? files.winners },
      dataset: { name: 'dataset.csv', content: changed.dataset ?? files.dataset },
    },
  )
/** The first line that begins with this text, with one of its cells changed. */
const withCell = (
  file: string,
  line: (cells: string[]) => boolean,
  at: number,
  change: (cell: string) => string,
) => {
  let isDone = false
  return file
    .split('\r\n')
    .map((text, index) => {
      const cells = text.split(',')
      if (isDone || index === 0 || !line(cells)) return text
      isDone = true
      return cells.with(at, change(cells[at] ?? '')).join(',')
    })
    .join('\r\n')
}
const hasWon = (cells: string[]): boolean => cells[3] === '1'
let before: MatchView

it('only the operator can download the winners and the dataset of a match', async () => {
  before = await operator.get<MatchView>('/api/round/RD-SOM-1/match')
  for (const file of ['winners', 'dataset'] as const) {
    const path = `/api/round/RD-SOM-1/match?format=${file}`
    const answer = await operator.send(path)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${file}.csv"`)
    files[file] = answer.body as string
    expect((await market.as('umbershaw.su14').send(path)).status).toBe(404)
  }
  expect(files.winners).toMatch(
    /^\uFEFF?role,csvId,itemId,fraction,ongoingOnly,value,surplusShare,payment\r\n/,
  )
  expect(files.dataset).toMatch(/^\uFEFF?projectId,serviceId,requirementId,start,end,units,reserved\r\n/)
})

it('ImportMatch follows only a closed, failed or rejected round', async () => {
  expect((await imported({})).status).toBe(409)
  await operator.does('RejectMatch', SOMERSET_ROUND, { reason: 'To be made elsewhere' })
})

it.each<[string, () => Partial<typeof files>, RegExp]>([
  [
    'an id of another round',
    () => ({ winners: withCell(files.winners, hasWon, 2, () => 'P999') }),
    /column itemId: “P999” has no offer or bid/,
  ],
  [
    'another owner’s CSV ID',
    () => ({ winners: withCell(files.winners, hasWon, 1, () => 'XX99') }),
    /column csvId: .* does not belong to “XX99”/,
  ],
  [
    'an invalid number',
    () => ({ winners: withCell(files.winners, hasWon, 7, () => 'much') }),
    /column payment: “much” is not a number/,
  ],
  [
    'a missing column',
    () => ({ dataset: files.dataset.replace('requirementId', 'requirement') }),
    /The column requirementId is missing/,
  ],
  [
    'money that does not add up',
    () => ({ winners: withCell(files.winners, hasWon, 7, cell => String(Number(cell) + 1)) }),
    /The match is not valid/,
  ],
  [
    'a period that is not covered',
    () => ({
      dataset: withCell(
        files.dataset,
        () => true,
        5,
        cell => String(Number(cell) / 2),
      ),
    }),
    /does not get the units that it won/,
  ],
  [
    'a service that is sold beyond its supply',
    () => ({
      dataset: withCell(
        files.dataset,
        () => true,
        6,
        () => '1000000',
      ),
    }),
    /more units are sold than it supplies/,
  ],
])('an imported match with %s is refused, and nothing changes', async (_what, change, why) => {
  const answer = await imported(change())
  expect(answer.status).toBe(422)
  expect((answer.body as { message: string }[]).map(({ message }) => message).join('\n')).toMatch(why)
  expect((await readRound(operator)).status).toBe('Rejected')
})

it('an exported match can be imported again, and gives the same result', async () => {
  expect(await imported({})).toMatchObject({ status: 200 })
  const after = await operator.get<MatchView>('/api/round/RD-SOM-1/match')
  const { surplus, organisations, totals, totalPaid, totalReceived, problemHash } = before
  expect(after).toMatchObject({ surplus, totals, totalPaid, totalReceived, problemHash, rule: 'Imported' })
  expect(after.organisations.map(one => ({ ...one, halfWidth: 0 }))).toEqual(
    organisations.map(one => ({ ...one, halfWidth: 0 })),
  )
  for (const file of ['winners', 'dataset'] as const)
    expect((await operator.send(`/api/round/RD-SOM-1/match?format=${file}`)).body).toBe(files[file])
})

it('the engine compares an imported match with its own, and the log contains the reason for the import', async () => {
  const review = await waitUntil('the comparison is there', async () => {
    const now = await operator.get<MatchReview>('/api/round/RD-SOM-1/match-review')
    return now.warnings.length > 1 && now
  })
  expect(review.warnings).toEqual([
    'This match was made elsewhere and imported: the verifier found nothing wrong with it.',
    "The engine's own match has no greater surplus.",
  ])
  expect(review.match.proven).toBe(true)
  const { items } = await operator.get<{ items: { message: string }[] }>(
    '/api/activity?subjectType=round&subjectId=RD-SOM-1',
  )
  expect(items.map(({ message }) => message).join('\n')).toMatch(
    /Import match; Made with the calculator of the board/,
  )
})

it('an imported match settles like any other', async () => {
  await operator.does('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
  expect((await readRound(operator)).status).toBe('Settled')
  await expectConsistentLedger(market.store, SOMERSET_ROUND.id ?? '')
})
