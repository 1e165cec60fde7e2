import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { manyOf, notStored, oneOf, text, yesNo, type AnyField } from '#actions/kit/fields'
import { queryClient } from '../../api/api.ts'
import { SelectField } from '../../fields/select-field.tsx'
import { Question } from './question.tsx'
import { Questions } from './questions.tsx'
import { useForm } from './use-form.ts'

const drawn = (field: AnyField) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Question
        name="asked"
        field={field}
        choices={field.choices}
        value={null}
        onAnswer={() => undefined}
        onLeave={() => undefined}
      />
    </QueryClientProvider>,
  )

/**
 * Labels that belong to an input: clicking one operates that input, and screen readers use it as its name.
 */
const labelsFor = (page: string) => page.match(/<label[^>]* for=/g) ?? []

it('a question with several boxes labels the group and none of the boxes', () => {
  const LABELS = { Buyer: 'Buyer', Supplier: 'Supplier' }
  for (const field of [notStored(yesNo('Asked')), manyOf('Asked', ['Buyer', 'Supplier'] as const, LABELS)]) {
    const page = drawn(field)
    expect(labelsFor(page)).toEqual([])
    const [, id = 'none'] = /aria-labelledby="([^"]+)"/.exec(page) ?? []
    expect(page).toContain(`<span id="${id}">Asked</span>`)
  }
})

it('a question with one input is its label', () => {
  expect(labelsFor(drawn(text('Asked')))).toHaveLength(1)
})

const CAPACITIES = { Buyer: 'Buyer of credits', Investor: 'Investor' }
const NO_FACTS = { today: '2026-06-01', actorIsOperator: false }

/** Renders the fields of a form whose capacity has been answered, with these choices available. */
const Asked = ({ available }: { available: readonly string[] }) => {
  const capacity: AnyField = {
    ...oneOf('Capacity', ['Buyer', 'Investor'] as const, CAPACITIES),
    isChoiceAvailable: (id: string) => available.includes(id),
  }
  const form = useForm({ fields: { capacity, name: text('Name') } }, { capacity: 'Buyer' }, NO_FACTS)
  return <Questions form={form} names={['capacity', 'name']} />
}
const asked = (available: readonly string[]) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Asked available={available} />
    </QueryClientProvider>,
  )

it('an answer without alternatives is shown as text; the other questions are asked', () => {
  const page = asked(['Buyer'])
  expect(page).toContain('<p>Buyer of credits</p>')
  expect(page.match(/class="input/g)).toHaveLength(1)
  const open = asked(['Buyer', 'Investor'])
  expect(open).not.toContain('<p>Buyer of credits</p>')
  expect(open.match(/class="input/g)).toHaveLength(2)
})

it('an optional list says so when nothing is chosen', () => {
  const list = (ifBlank: string | null) =>
    renderToStaticMarkup(
      <SelectField
        {...{ id: 'list', labelId: 'label', isInvalid: false, value: null, isLoadingChoices: false }}
        shape={{ label: 'Type', isOptional: ifBlank !== null, ifBlank }}
        choices={[{ id: 'a', name: 'Meadow' }]}
        onChange={() => undefined}
        findPeople={() => Promise.resolve([])}
      />,
    )
  expect(list('Not given')).toContain('>Not given<')
  expect(list(null)).toContain('>Choose<')
})
