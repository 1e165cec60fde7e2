import { expect, it } from 'vitest'
import { NOUNS } from '#contract/nouns/nouns'
import { viewParams, listParams } from './list-address.ts'

it('a list takes only the query words that it knows from the address', () => {
  const search = new URLSearchParams(
    'status=Draft&sort=-name&cursor=abc&q=oak&tab=projects&action=SetCosts&utm_source=email&constructor=x',
  )
  expect(listParams(NOUNS.project, search)).toEqual({
    status: 'Draft',
    sort: '-name',
    cursor: 'abc',
    q: 'oak',
  })
  expect(listParams(NOUNS.market, search)).toEqual({ sort: '-name', cursor: 'abc', q: 'oak' })
})

it('only a list with quantities takes the date from the address', () => {
  expect(listParams(NOUNS.credit, new URLSearchParams('on=2028-05-15'))).toEqual({ on: '2028-05-15' })
  expect(listParams(NOUNS.market, new URLSearchParams('on=2028-05-15'))).toEqual({})
  expect(listParams(NOUNS.credit, new URLSearchParams('on=tomorrow'))).toEqual({})
})

it('a view of a list is its filters, order, columns and date in any order, without its page', () => {
  const search = new URLSearchParams(
    'tab=projects&cursor=abc&sort=-name&status=Draft&columns=offer,status&on=2028-05-15&utm_source=x&q=',
  )
  expect(viewParams(NOUNS.project, search)).toBe(
    'columns=offer%2Cstatus&on=2028-05-15&sort=-name&status=Draft',
  )
})
