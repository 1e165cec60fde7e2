import { expect, it } from 'vitest'
import { findCertificateNumber, formatCertificateNumber, parseCertificateNumber } from './certificate.ts'

const SIGNS = '123456789ABCDEFGHJKMNPQRSTVWXYZ'
const number = formatCertificateNumber([3, 14, 15, 9, 26, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 26])

it('reads a number however it is typed, and finds it in a file', () => {
  expect(number).toMatch(/^\w{5}-\w{5}-\w{5}-\w{5}$/)
  expect(parseCertificateNumber(` ${number.toLowerCase().replaceAll('-', ' ')} `)).toBe(number)
  expect(findCertificateNumber(`%PDF-1.7 (AAAAA-AAAAA-AAAAA-AAAAB) (${number}) 25 0 obj`)).toBe(number)
  expect(findCertificateNumber('no number here')).toBeNull()
})

it('detects every wrong character, and every two that are swapped', () => {
  const plain = number.replaceAll('-', '')
  for (let at = 0; at < plain.length; at += 1)
    for (const sign of SIGNS) {
      if (sign === plain[at]) continue
      expect(parseCertificateNumber(`${plain.slice(0, at)}${sign}${plain.slice(at + 1)}`)).toBeNull()
    }
  for (let one = 0; one < plain.length - 1; one += 1)
    for (let other = one + 1; other < plain.length - 1; other += 1) {
      if (plain[one] === plain[other]) continue
      const signs = Array.from(plain)
      signs[one] = plain[other] ?? ''
      signs[other] = plain[one] ?? ''
      expect(parseCertificateNumber(signs.join(''))).toBeNull()
    }
})

it.each(['', 'short', `${number}X`, number.replace(/./, '0'), 'é'.repeat(20), 'x'.repeat(10_000)])(
  'refuses %.20s',
  typed => expect(parseCertificateNumber(typed)).toBeNull(),
)
