import { describe, expect, it } from 'vitest'
import { allActions } from '../index.ts'
import { toldOf } from './affected.ts'
import { NOTICES, type NoticeName } from './index.ts'
import { noticesOf, toldBy } from './told.ts'

const REMINDERS: readonly NoticeName[] = [
  ...([
    'registration-closes',
    'bids-closing',
    'redemption-due',
    'compliance-due',
    'compliance-late',
    'compliance-check-due',
    'performance-check-due',
    'records-differ',
  ] as const),
]
/** Given where somebody joins, which is no action. */
const OF_ACCOUNTS: readonly NoticeName[] = [
  'person-joined',
  'person-to-admit',
  'person-unknown',
  'authority-to-admit',
]
const names = Object.keys(NOTICES) as NoticeName[]
const FACTS = {
  ...{ where: 'Levels, Round 1', thing: 'Sedge', page: '/', status: 'Closed' },
  ...{ other: 'Brook', owner: 'Avon', what: 'a new password' },
  ...{ proposer: 'Ann', times: 'Bids and offers close on 3 June' },
  ...{
    day: '2026-07-01',
    closes: 'within a day',
    closesAt: '2026-07-01T16:00:00+00:00',
    action: 'Rectify',
    ...{ year: '5', what: 'The planting', faults: '2', first: 'log: Entry 7 is missing' },
    ended: 'One',
    text: 'Look',
  },
}

describe('the table of notices', () => {
  it.each(allActions.map(one => [`${one.name} on ${one.on}`, one] as const))(
    '%s tells everybody whom it may concern something, or has a stated reason',
    (_name, { on, name }) => {
      const told = toldBy(on, name)
      expect(told, 'it stands in the table').toBeDefined()
      const isSilent = [...toldOf(on, name).values()].some(notices => notices.length === 0)
      if (isSilent || told?.tells.length === 0) expect(told?.nobodyElse).toMatch(/^[A-Z].{15,}/)
    },
  )

  it('every notice is given by an action, or reminds', () => {
    const given = new Set(
      allActions.flatMap(({ on, name }) => toldBy(on, name)?.tells.map(one => one.notice) ?? []),
    )
    const silent = names.filter(name => !given.has(name))
    expect(silent.toSorted()).toEqual(
      [...REMINDERS, ...OF_ACCOUNTS, 'watched', 'proposal-waiting'].toSorted(),
    )
  })

  it.each(names)('the notice %s says in words what it is about, with a link', name => {
    const { title, paragraphs, link } = NOTICES[name].says(FACTS)
    const said = [title, ...paragraphs, link].join(' ')
    expect(said).not.toMatch(/undefined|NaN| {2}/)
    expect(title).not.toMatch(/\.$/)
    expect(link.length).toBeGreaterThan(3)
    expect(paragraphs.length).toBeGreaterThan(0)
  })

  it('what waits for something waits for an action that there is', () => {
    const actions = new Set(allActions.map(({ name }) => name))
    for (const name of names)
      for (const wanted of NOTICES[name].waits?.for ?? []) expect(actions).toContain(wanted)
  })

  it('costs are told of as set before the offer, and as changed after it', () => {
    const on = { kind: 'project', id: 'p' } as const
    const told = (status: string) =>
      noticesOf(on, 'SetCosts', {}, [{ ...on, status }]).map(({ notice }) => notice)
    expect(told('Certified')).toEqual(['costs-set'])
    expect(told('Offered')).toEqual(['costs-changed'])
  })
})
