import { expect, it } from 'vitest'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import {
  iterateSimilarPairs,
  findSimilarOrganisations,
  normaliseName,
  type OrganisationToCompare,
} from './look-alikes.ts'

const one = (id: string, more: Partial<OrganisationToCompare> = {}): OrganisationToCompare => ({
  id,
  type: 'PARTICIPANT',
  name: id,
  companyNumber: null,
  charityNumber: null,
  holdingNumber: null,
  email: null,
  phone: null,
  mailingAddress: null,
  ...more,
})

it.each([
  ['Avon Farm Ltd', 'The AVON FARM Limited'],
  ['Avon & Sons', 'Avon and Sons, Ltd.'],
  ['Jackson’s Café', "JACKSON'S CAFE"],
  ['Avon-Farm (L.L.P.)', 'avon farm llp'],
])('%s and %s are the same name', (name, again) => {
  expect(normaliseName(name)).toBe(normaliseName(again))
})

it('a name made only of legal forms is still a name', () => {
  expect(normaliseName('The Ltd')).toBe('the ltd')
  expect(findSimilarOrganisations(one('a', { name: 'The Ltd' }), [one('b', { name: 'Limited' })])).toEqual([])
})

it.each<[string, Partial<OrganisationToCompare>, Partial<OrganisationToCompare>, string[]]>([
  ['a name', { name: 'Avon Farm' }, { name: 'Avon Farm Ltd' }, ['same name']],
  ['one character', { name: 'Avonhanger Farm' }, { name: 'Avonhangar Farm' }, ['similar name']],
  ['a number', { companyNumber: '01234567' }, { companyNumber: '1234567' }, ['same company number']],
  ['a holding', { holdingNumber: '12/345/6789' }, { holdingNumber: '123456789' }, ['same holding number']],
  ['a domain', { email: 'a@avon.example' }, { email: 'b@AVON.example' }, ['same email domain']],
  ['a provider of mail', { email: 'a@gmail.com' }, { email: 'b@gmail.com' }, []],
  ['a phone', { phone: '+441632960101' }, { phone: '+441632960101' }, ['same phone']],
  [
    'an address',
    { mailingAddress: '1 Mill Lane,\nTaunton TA1 1AA' },
    { mailingAddress: '1 Mill Lane; Taunton; ta1 1aa' },
    ['same address'],
  ],
  ['a town', { mailingAddress: 'Taunton' }, { mailingAddress: 'Taunton' }, []],
  ['nothing', { name: 'North Farm' }, { name: 'South Farm' }, []],
])('two organisations that share %s', (_what, mine, theirs, reasons) => {
  const found = findSimilarOrganisations(one('Heron Estate', mine), [one('Otter Mill', theirs)])
  expect(found.flatMap(other => other.reasons)).toEqual(reasons)
})

it('an agency is not compared with a participant', () => {
  expect(findSimilarOrganisations(one('Avon'), [one('Avon', { type: 'AGENT' })])).toEqual([])
})

it('comparing many at once finds the same pairs as comparing one by one', () => {
  const chance = createSeededRandom(7)
  const words = ['Avon', 'Avons', 'Brue', 'Brews', 'Farm', 'Farms', 'Estate', 'Mill', 'Ltd', 'The']
  const domains = ['a.example', 'b.example', 'gmail.com', null]
  const all = Array.from({ length: 120 }, (_, index) => {
    const domain = chance.pick(domains)
    return one(`o${index}`, {
      name: [
        chance.pick(words),
        chance.pick(words),
        index % 3 === 0 ? chance.pick(words) : `${index % 40}`,
      ].join(' '),
      type: chance.pick(['PARTICIPANT', 'AGENT'] as const),
      email: domain && chance.chance(0.2) ? `x@${domain}` : null,
    })
  })
  const byOne = all.flatMap((mine, index) =>
    findSimilarOrganisations(mine, all.slice(0, index)).map(({ id, reasons }) => ({
      ids: [id, mine.id],
      reasons,
    })),
  )
  const sorted = <T extends { ids: readonly string[] }>(pairs: readonly T[]) =>
    pairs.map(pair => JSON.stringify(pair)).toSorted()
  expect(byOne.length).toBeGreaterThan(50)
  expect(sorted([...iterateSimilarPairs(all)])).toEqual(sorted(byOne))
})
