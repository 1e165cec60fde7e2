import { expect, it } from 'vitest'
import {
  normaliseRegisteredNumber,
  registeredNumberError,
  type RegisteredNumber,
} from './registered-numbers.ts'

it.each<[RegisteredNumber, string, string]>([
  ['companyNumber', '01234567', '01234567'],
  ['companyNumber', ' 1234567 ', '01234567'],
  ['companyNumber', 'sc 123456', 'SC123456'],
  ['companyNumber', 'OC312345', 'OC312345'],
  ['companyNumber', 'ip12345r', 'IP12345R'],
  ['charityNumber', '1234567', '1234567'],
  ['charityNumber', '234567-1', '234567-1'],
  ['charityNumber', 'sc012345', 'SC012345'],
  ['holdingNumber', '12/345/6789', '12/345/6789'],
  ['holdingNumber', '12 345 6789', '12/345/6789'],
])('the %s %s is valid, and stored as %s', (kind, typed, kept) => {
  expect(registeredNumberError(kind, typed)).toBeUndefined()
  expect(normaliseRegisteredNumber(kind, typed)).toBe(kept)
  expect(normaliseRegisteredNumber(kind, kept)).toBe(kept)
})

it.each<[RegisteredNumber, string]>([
  ['companyNumber', '12345'],
  ['companyNumber', '123456789'],
  ['companyNumber', 'ABCDEFGH'],
  ['charityNumber', '12'],
  ['charityNumber', 'XY012345'],
  ['holdingNumber', '12/345/678'],
  ['holdingNumber', 'Avon Farm'],
])('the %s %s is refused with its expected format', (kind, typed) => {
  expect(registeredNumberError(kind, typed)).toMatch(/^Not a valid (company|charity|holding) number\. /)
})
