import { expect, test } from 'vitest'
import { allActions } from '#actions/index'
import type { AnyField } from '#actions/kit/fields'

// Assertions in forms are checked where possible.

/** Ticks that only say what is to be done now. */
const DOES = [
  'Accept this match and create the rights',
  'Close this market round for bids and offers',
  'Close this market round for registration',
  'Issue the credits of this requirement',
  'Issue them before they are delivered',
  'Open this market round for bids and offers',
  'Open this market round for registration',
  'Redeem them before they are delivered',
  'Remove the credit requirement from its group',
  'Remove the project from its group',
  'Remove this declaration?',
  'Start matching',
  'Use the best known match',
  'Confirm the bid without changes',
  'Confirm the offer without changes',
  'Winners of this round can get their rights and credits',
  'Withdraw the bid for this credit requirement',
  'Withdraw the offer for this project',
  'Withdraw this proposal',
]
/** Ticks about facts that the market knows: the action refuses when they are false. */
const CHECKED = [
  'Is the registration complete?',
  'Is this registration complete?',
  'The documents are complete and I want to allocate the rights',
  'The project is fully contracted, and its agreement is signed',
]
/** Ticks about facts that only people can know. */
const UNKNOWABLE = [
  'Agreed with the Environmental Markets Board',
  'Both are the same organisation',
  'This is a different organisation',
  'My question says nothing about prices, or about who will offer or bid',
  'This amount is correct',
]

const isTick = ({ type, rule, label }: AnyField): boolean =>
  (type === 'Checkbox' || type === 'YesNo') &&
  label !== 'Declarations' &&
  rule.safeParse(true).success &&
  (!rule.safeParse(false).success || type === 'Checkbox')
const ticks = allActions.flatMap(action =>
  Object.values(action.fields)
    .filter(isTick)
    .map(({ label }) => ({ action, label })),
)

test('every tick is classified as an instruction, known to the market, or known only to people', () => {
  const known = [...DOES, ...CHECKED, ...UNKNOWABLE]
  const unknown = ticks.map(({ label }) => label).filter(label => !known.includes(label))
  expect(unknown, 'put it in a list of this test, and if the market knows it, check it').toEqual([])
})

test.each(CHECKED)('“%s” is refused while the market knows that it is false', label => {
  const some = ticks.filter(one => one.label === label)
  expect(some.length).toBeGreaterThan(0)
  for (const { action } of some)
    expect(
      action.check?.(
        { confirmed: true },
        {
          ...{ today: '2026-06-15', actorIsOperator: true, issues: ['Something is missing'] },
        },
      ),
    ).toEqual({ form: 'Fix the above issues before trying again' })
})
