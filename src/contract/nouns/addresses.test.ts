import { expect, it } from 'vitest'
import { endpointUrl, withQuery } from '../kit/endpoint.ts'
import { search } from '../desk/home.ts'
import { readMatch } from '../round/match.ts'
import { listUrl, resourceUrl } from '../kit/noun.ts'
import { resourceLinks, NOUNS, reservedCredit, apiAddress } from './nouns.ts'

it('the address of an endpoint contains its path parameters and its query', () => {
  expect(endpointUrl(search, { params: { term: 'oak / ash?' } })).toBe('/api/search/oak%20%2F%20ash%3F')
  expect(endpointUrl(readMatch, { params: { id: '17' }, query: { format: 'audit' } })).toBe(
    '/api/round/17/match?format=audit',
  )
})

it('the address of a list repeats a word for each of its values, and omits words without a value', () => {
  expect(listUrl(NOUNS.market, {})).toBe('/api/markets')
  expect(
    listUrl(NOUNS.project, { status: ['Draft', 'Certified'], supplierId: '17', q: '', nonCompliant: false }),
  ).toBe('/api/projects?status=Draft&status=Certified&supplierId=17&nonCompliant=false')
  expect(listUrl(reservedCredit, { registry: true, format: 'csv' }, { q: 'a b', registry: 'false' })).toBe(
    '/api/reserved-credits?q=a%20b&registry=true&format=csv',
  )
})

it('query words are appended to those that an address already has', () => {
  expect(withQuery('/api/markets', { cursor: null })).toBe('/api/markets')
  expect(withQuery('/api/markets?format=choices', { cursor: 'x' })).toBe(
    '/api/markets?format=choices&cursor=x',
  )
})

it('a subject has the path of its noun, and its children are addressed by its kind and id', () => {
  expect(apiAddress('requirement', 'a b')).toBe('/api/requirement/a%20b')
  expect(resourceUrl(reservedCredit, '17')).toBe('/api/reserved-credit/17')
  expect(resourceLinks('requirement', '17')).toEqual({
    self: '/api/requirement/17',
    activity: '/api/activity?subjectType=requirement&subjectId=17',
    files: '/api/files?ownerType=requirement&ownerId=17',
    comments: '/api/comments?subjectType=requirement&subjectId=17',
    location: '/api/location/17?ownerType=requirement&ownerId=17',
    supply: '/api/requirement/17/supply',
  })
})
