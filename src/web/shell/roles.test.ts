import { expect, it } from 'vitest'
import type { SignedInUser } from '#contract/people/account'
import { menuOfRole } from './menus.ts'
import { maySearch, userDisplayName, roleOf } from './roles.ts'

const aUser = (more: Partial<SignedInUser>): SignedInUser => ({
  id: 'u1',
  username: 'ann.lee',
  email: '',
  displayName: '',
  groups: [],
  waitsFor: null,
  organisation: null,
  ...more,
})

it('the role is chosen by priority: sysadmin, admin, lpa, participant, agent', () => {
  expect(roleOf(aUser({ groups: ['agent', 'admin', 'participant'] }))).toBe('admin')
  expect(roleOf(aUser({ groups: ['agent', 'participant'] }))).toBe('participant')
  expect(roleOf(null)).toBeNull()
})

it('only admin and LPA users may search', () => {
  const roles = ['sysadmin', 'admin', 'lpa', 'participant', 'agent', null] as const
  expect(roles.filter(maySearch)).toEqual(['sysadmin', 'admin', 'lpa'])
})

it('planning authorities have the menu Projects, Credit requirements, Cases', () => {
  expect(menuOfRole('lpa').map(entry => entry.label)).toEqual(['Projects', 'Credit requirements', 'Cases'])
  expect(menuOfRole(null)).toEqual([])
})

it('a user is called by display name, else e-mail, else the user name as words', () => {
  expect(userDisplayName(aUser({ displayName: 'Ann Lee', email: 'ann@example.org' }))).toBe('Ann Lee')
  expect(userDisplayName(aUser({ email: 'ann@example.org' }))).toBe('ann@example.org')
  expect(userDisplayName(aUser({}))).toBe('Ann Lee')
})
