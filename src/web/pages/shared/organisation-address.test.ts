import { describe, expect, it } from 'vitest'
import type { SignedInUser } from '#contract/people/account'
import type { OrganisationType } from '#domain/people/organisation'
import { organisationAddress } from './organisation-address.ts'

const readerOf = (type: OrganisationType, id: string) =>
  ({ organisation: { type, id, name: id } }) as unknown as SignedInUser

describe('the link behind an organisation’s name', () => {
  it.each([
    ['a participant, its own name', 'PARTICIPANT', 'farm', 'PARTICIPANT', 'farm', '/'],
    ['a participant, its agency', 'PARTICIPANT', 'farm', 'AGENT', 'agency', '/agencies/agency'],
    ['an agent, its client', 'AGENT', 'agency', 'PARTICIPANT', 'farm', '/participants/farm'],
    ['an agent, its own name', 'AGENT', 'agency', 'AGENT', 'agency', '/agencies/agency'],
    ['an agent, another agency', 'AGENT', 'agency', 'AGENT', 'registrar', null],
    ['the operator, a participant', 'OPER', 'operator', 'PARTICIPANT', 'farm', '/participants/farm'],
    ['the operator, an agency', 'OPER', 'operator', 'AGENT', 'agency', '/agencies/agency'],
    ['a planning authority, a participant', 'LPA', 'somerset', 'PARTICIPANT', 'farm', null],
  ] as const)('%s', (_, ownType, ownId, type, id, address) => {
    expect(organisationAddress(readerOf(ownType, ownId), { type, id })).toBe(address)
  })

  it('gives visitors who have not signed in no address', () => {
    expect(organisationAddress(null, { type: 'AGENT', id: 'agency' })).toBeNull()
  })
})
