import { expect, it } from 'vitest'
import { NOUNS } from '#contract/nouns'
import { viewWordsOf, wordsOf } from './list-address.ts'

it('a list is asked by the words of the address that it knows, and by no stray one', () => {
  const search = new URLSearchParams(
    'status=Draft&sort=-name&cursor=abc&q=oak&tab=projects&action=SetCosts&utm_source=letter&constructor=x',
  )
  expect(wordsOf(NOUNS.project, search)).toEqual({ status: 'Draft', sort: '-name', cursor: 'abc', q: 'oak' })
  expect(wordsOf(NOUNS.market, search)).toEqual({ sort: '-name', cursor: 'abc', q: 'oak' })
})

it('a list of what has quantities is asked for the day of the address, any other is not', () => {
  expect(wordsOf(NOUNS.credit, new URLSearchParams('on=2028-05-15'))).toEqual({ on: '2028-05-15' })
  expect(wordsOf(NOUNS.market, new URLSearchParams('on=2028-05-15'))).toEqual({})
  expect(wordsOf(NOUNS.credit, new URLSearchParams('on=tomorrow'))).toEqual({})
})

it('a view of a list is its filters, order, columns and day, however they stand in the address, without its page', () => {
  const search = new URLSearchParams(
    'tab=projects&cursor=abc&sort=-name&status=Draft&columns=offer,status&on=2028-05-15&utm_source=x&q=',
  )
  expect(viewWordsOf(NOUNS.project, search)).toBe(
    'columns=offer%2Cstatus&on=2028-05-15&sort=-name&status=Draft',
  )
})
