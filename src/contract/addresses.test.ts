import { expect, it } from 'vitest'
import { urlOf, withWords } from './endpoint.ts'
import { search } from './home.ts'
import { readMatch } from './match.ts'
import { listUrl, singleUrl } from './noun.ts'
import { linksOf, NOUNS, reservedCredit, selfOf } from './nouns.ts'

it('the address of an endpoint holds what varies in its path and what is asked', () => {
  expect(urlOf(search, { params: { term: 'oak / ash?' } })).toBe('/api/search/oak%20%2F%20ash%3F')
  expect(urlOf(readMatch, { params: { id: '17' }, query: { format: 'audit' } })).toBe(
    '/api/round/17/match?format=audit',
  )
})

it('the address of a list says each value of a word, and nothing of words without one', () => {
  expect(listUrl(NOUNS.market, {})).toBe('/api/markets')
  expect(
    listUrl(NOUNS.project, { status: ['Draft', 'Certified'], supplierId: '17', q: '', nonCompliant: false }),
  ).toBe('/api/projects?status=Draft&status=Certified&supplierId=17&nonCompliant=false')
  expect(listUrl(reservedCredit, { registry: true, format: 'csv' }, { q: 'a b', registry: 'false' })).toBe(
    '/api/reserved-credits?q=a%20b&registry=true&format=csv',
  )
})

it('query words come after those that an address has', () => {
  expect(withWords('/api/markets', { cursor: null })).toBe('/api/markets')
  expect(withWords('/api/markets?format=choices', { cursor: 'x' })).toBe(
    '/api/markets?format=choices&cursor=x',
  )
})

it('a thing is at the path of its noun, and what lies under it is asked for by its kind and id', () => {
  expect(selfOf('requirement', 'a b')).toBe('/api/requirement/a%20b')
  expect(singleUrl(reservedCredit, '17')).toBe('/api/reserved-credit/17')
  expect(linksOf('requirement', '17')).toEqual({
    self: '/api/requirement/17',
    activity: '/api/activity?subjectType=requirement&subjectId=17',
    files: '/api/files?ownerType=requirement&ownerId=17',
    comments: '/api/comments?subjectType=requirement&subjectId=17',
    location: '/api/location/17?ownerType=requirement&ownerId=17',
    supply: '/api/requirement/17/supply',
  })
})
