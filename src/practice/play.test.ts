import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitsToNumber } from '@credit-market/values/units'
import { EXAMPLES, type ExampleName } from './model/examples.ts'
import { matchProblemOf } from './model/problem.ts'
import { SCENE_IDS, SCENES } from './model/scenes.ts'
import { isSetting, SETTING_LIMITS, PAIRINGS, type Setting } from './model/setting.ts'
import { matchPracticeMarket } from './play.ts'

const settingOf = (name: ExampleName): Setting => EXAMPLES.get(name)!.setting

const played = async (setting: Setting) => {
  const told = await matchPracticeMarket(setting)
  const items = told.parties.flatMap(party => party.items)
  const winners = items.filter(({ won }) => won).map(({ id }) => id)
  const wordsOf = (id: string) => items.find(item => item.id === id)!.words
  return { told, items, winners, wordsOf }
}

describe('each example shows what it promises', () => {
  it.each([...EXAMPLES.values()])('$name is a setting that the page can show', ({ setting }) =>
    expect(isSetting(setting)).toBe(true),
  )

  it('the worked example has winners and losers on both sides', async () => {
    const { winners } = await played(settingOf('worked'))
    expect(winners).toEqual(['a', 'b1', 'c', 'd1', 'd2', 'e'])
  })

  it('either or: one of two projects in a group wins, and both win without the group', async () => {
    const setting = settingOf('either-or')
    const { winners, wordsOf } = await played(setting)
    expect(winners.filter(id => ['b1', 'b2'].includes(id))).toEqual(['b1'])
    expect(wordsOf('b2')).toContain('Another member of its group won')
    const apart = await played({ ...setting, pairings: ['none', 'none'] })
    expect(apart.winners).toEqual(expect.arrayContaining(['b1', 'b2']))
  })

  it('all or none: two bids in a group both win, and dearer neighbours make both lose', async () => {
    const setting = settingOf('both-or-none')
    const { winners } = await played(setting)
    expect(winners).toEqual(expect.arrayContaining(['d1', 'd2']))
    const apart = await played({ ...setting, pairings: ['none', 'none'] })
    expect(apart.winners.filter(id => ['d1', 'd2'].includes(id))).toEqual(['d1'])
    const dearer = setting.amounts.map((its, at) => (at === 2 ? { ...its, price: 300_000 } : its))
    const { winners: left } = await played({ ...setting, amounts: dearer })
    expect(left.filter(id => ['d1', 'd2'].includes(id))).not.toHaveLength(1)
  })

  it('a part: a divisible requirement wins in part, and otherwise not at all', async () => {
    const setting = settingOf('part')
    const { items } = await played(setting)
    const part = items.find(({ id }) => id === 'f')!
    expect(part.won).toBe(true)
    expect(part.percent).toBeGreaterThan(0)
    expect(part.percent).toBeLessThan(100)
    const whole = setting.amounts.map(its => ({ ...its, divisible: false }))
    expect((await played({ ...setting, amounts: whole })).winners).not.toContain('f')
  })

  it('a tie is broken by the earlier offer, as the published rule says', async () => {
    const { told, winners, wordsOf } = await played(settingOf('tie'))
    expect(told.tie.decidedBy).toBe(4)
    expect(told.tie.note).toContain('earliest bids and offers decided')
    expect(winners).toContain('b1')
    expect(winners).not.toContain('c')
    expect(wordsOf('c')).toContain('published tie rule')
  })

  it('a reserve comes on top of what is needed, and can cost a bid its win', async () => {
    const setting = settingOf('reserve')
    const { told, winners } = await played(setting)
    const sum = (of: 'units' | 'reserved') => told.flows.reduce((all, flow) => all + flow[of], 0)
    expect(sum('reserved')).toBe(sum('units') / 5)
    expect(winners).not.toContain('f')
    expect((await played({ ...setting, reserve: 0 })).winners).toContain('f')
  })

  it('a fixed term covers the need until the permanent project delivers', async () => {
    const { told, winners } = await played(settingOf('fixed-term'))
    expect(winners).toEqual(['a', 'b', 'd', 'e'])
    const before = told.flows.filter(({ start }) => start < '2028-04-01')
    expect(new Set(before.map(({ projectId }) => projectId))).toEqual(new Set(['b']))
    const forEver = told.flows.filter(({ end }) => end === null)
    expect(new Set(forEver.map(({ projectId }) => projectId))).toEqual(new Set(['a']))
  })

  it('on the habitat ladder a need is served by its own level or a higher one, never by a lower', async () => {
    const { told, winners } = await played(settingOf('habitat'))
    const pairs = told.flows.map(({ projectId, requirementId }) => `${projectId} ${requirementId}`)
    expect(pairs).toContain('b e')
    expect(pairs).not.toContain('c e')
    expect(pairs.filter(pair => pair.endsWith('f'))).toEqual(['b f'])
    expect(winners).toHaveLength(6)
  })
})

const anySetting: fc.Arbitrary<Setting> = fc.constantFrom(...SCENE_IDS).chain(scene => {
  const { items, pairs } = SCENES[scene]
  const within = ({ least, most }: { least: number; most: number }) => fc.integer({ min: least, max: most })
  return fc.record({
    scene: fc.constant(scene),
    amounts: fc.tuple(
      ...items.map(({ of }) =>
        fc.record({
          quantity: within(SETTING_LIMITS.quantity),
          price: within(SETTING_LIMITS.price),
          divisible: of === 'project' ? fc.constant(false) : fc.boolean(),
        }),
      ),
    ),
    pairings: fc.tuple(...pairs.map(() => fc.constantFrom(...PAIRINGS))),
    reserve: within(SETTING_LIMITS.reserve),
  })
})

it('for any setting payments add up to zero and shares to the surplus, and all pay at most their bid or get at least their ask', async () => {
  await fc.assert(
    fc.asyncProperty(anySetting, async setting => {
      const { told, items } = await played(setting)
      const sum = (of: 'payment' | 'share') => told.parties.reduce((all, party) => all + party[of], 0)
      expect(sum('payment')).toBe(0)
      expect(sum('share')).toBe(told.surplus)
      const { projects, requirements } = matchProblemOf(setting)
      for (const { id, offer } of projects) {
        const { won, payment } = items.find(item => item.id === id)!
        expect(won ? -payment >= offer : payment === 0).toBe(true)
      }
      for (const { id, bid } of requirements) {
        const { won, payment } = items.find(item => item.id === id)!
        expect(won ? payment <= bid : payment === 0).toBe(true)
      }
    }),
    { numRuns: 60, seed: 7777 },
  )
})

it('a need that wins in full gets all the units that were set', async () => {
  const { told } = await played(settingOf('worked'))
  const got = told.flows.filter(({ requirementId }) => requirementId === 'd1')
  expect(got.reduce((all, { units }) => all + unitsToNumber(units), 0)).toBe(5)
})
