import { describe, expect, it } from 'vitest'
import { allActions } from '../index.ts'
import { noticesOfActionByReader } from './affected.ts'
import { NOTICES, type NoticeName } from './index.ts'
import { noticesAfterAction } from './due-notices.ts'
import { findActionNotices } from './told.ts'

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
/** Sent when a person joins, which is not an action. */
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
    '%s notifies everyone whom it may concern, or has a stated reason not to',
    (_name, { on, name }) => {
      const told = findActionNotices(on, name)
      expect(told, 'the table lists it').toBeDefined()
      const isSilent = [...noticesOfActionByReader(on, name).values()].some(notices => notices.length === 0)
      if (isSilent || told?.tells.length === 0) expect(told?.nobodyElse).toMatch(/^[A-Z].{15,}/)
    },
  )

  it('sends every notice from an action or as a reminder', () => {
    const given = new Set(
      allActions.flatMap(({ on, name }) => findActionNotices(on, name)?.tells.map(one => one.notice) ?? []),
    )
    const silent = names.filter(name => !given.has(name))
    expect(silent.toSorted()).toEqual(
      [...REMINDERS, ...OF_ACCOUNTS, 'watched', 'proposal-waiting'].toSorted(),
    )
  })

  it.each(names)('describes the notice %s in words, with a link', name => {
    const { title, paragraphs, link } = NOTICES[name].says(FACTS)
    const said = [title, ...paragraphs, link].join(' ')
    expect(said).not.toMatch(/undefined|NaN| {2}/)
    expect(title).not.toMatch(/\.$/)
    expect(link.length).toBeGreaterThan(3)
    expect(paragraphs.length).toBeGreaterThan(0)
  })

  it('waits only for actions that exist', () => {
    const actions = new Set(allActions.map(({ name }) => name))
    for (const name of names)
      for (const wanted of NOTICES[name].waits?.for ?? []) expect(actions).toContain(wanted)
  })

  it('reports costs as set before the offer, and as changed after it', () => {
    const on = { kind: 'project', id: 'p' } as const
    const told = (status: string) =>
      noticesAfterAction(on, 'SetCosts', {}, [{ ...on, status }]).map(({ notice }) => notice)
    expect(told('Certified')).toEqual(['costs-set'])
    expect(told('Offered')).toEqual(['costs-changed'])
  })
})
