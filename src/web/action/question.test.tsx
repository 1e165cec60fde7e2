import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { manyOf, notStored, text, yesNo, type AnyField } from '#actions/kit/fields'
import { queryClient } from '../api.ts'
import { Question } from './question.tsx'

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

/** The labels that belong to a box: pressing one answers with that box, and it is read out as its name. */
const labelsFor = (page: string) => page.match(/<label[^>]* for=/g) ?? []

it('a question with several boxes names them all and none of them', () => {
  const LABELS = { Buyer: 'Buyer', Supplier: 'Supplier' }
  for (const field of [notStored(yesNo('Asked')), manyOf('Asked', ['Buyer', 'Supplier'] as const, LABELS)]) {
    const page = drawn(field)
    expect(labelsFor(page)).toEqual([])
    const [, id = 'none'] = /aria-labelledby="([^"]+)"/.exec(page) ?? []
    expect(page).toContain(`<span id="${id}">Asked</span>`)
  }
})

it('a question with one box is its label', () => {
  expect(labelsFor(drawn(text('Asked')))).toHaveLength(1)
})
