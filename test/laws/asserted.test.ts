import { expect, test } from 'vitest'
import { allActions } from '#actions/index'
import type { AnyField } from '#actions/kit/fields'

// What a form asserts is checked where it can be.

/** Says only what is to be done now. */
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
  'The bid stands as it was made',
  'The offer stands as it was made',
  'Winners of this round may be given their rights and credits',
  'Withdraw this proposal',
]
/** Says how something is, which the market knows: the action refuses where it is otherwise. */
const CHECKED = [
  'Is the registration complete?',
  'Is this registration complete?',
  'The documents are complete and the rights are to be allocated',
  'The project is fully contracted, and its agreement is signed',
]
/** Says what only people can know. */
const UNKNOWABLE = [
  'Agreed with the Environmental Markets Board',
  'Both are the same organisation',
  'It is a different organisation',
  'The amount is right',
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

test('every tick is known to say what is to be done, what the market knows, or what only people know', () => {
  const known = [...DOES, ...CHECKED, ...UNKNOWABLE]
  const unknown = ticks.map(({ label }) => label).filter(label => !known.includes(label))
  expect(unknown, 'put it in a list of this test, and if the market knows it, check it').toEqual([])
})

test.each(CHECKED)('“%s” is refused while the market knows that it is not so', label => {
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
