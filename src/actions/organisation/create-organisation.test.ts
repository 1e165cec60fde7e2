import { expect, it } from 'vitest'
import { validateAnswers } from '../kit/judge.ts'
import { createOrganisation } from './create-organisation.ts'

const given = { today: '2025-06-01', actorIsOperator: true }

it('an organisation of type PARTICIPANT requires contact, email, phone and mailing address', () => {
  expect(validateAnswers(createOrganisation, { type: 'PARTICIPANT', name: 'Avon Farm' }, given)).toEqual({
    contact: 'Field required',
    email: 'Field required',
    phone: 'Field required',
    mailingAddress: 'Field required',
  })
  expect(validateAnswers(createOrganisation, { type: 'AGENT', name: 'Land Agents' }, given)).toEqual({})
})

it('a planning authority needs an area', () => {
  expect(validateAnswers(createOrganisation, { type: 'LPA', name: 'Somerset' }, given)).toEqual({
    lpaId: 'Field required',
  })
})
