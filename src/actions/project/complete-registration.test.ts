import { describe, expect, it } from 'vitest'
import { judge } from '../kit/judge.ts'
import { facts, leadsTo } from '#test/builders/act'
import { aProject } from '#test/builders/market'
import { completeRegistration } from './complete-registration.ts'

const project = aProject({ status: 'Provisional' })

describe('Complete registration of a project', () => {
  it('is refused while there are issues', () => {
    const given = facts({ issues: ['No location is given'], canSkip: false })
    expect(judge(completeRegistration, { confirmed: true }, given)).toEqual({
      form: 'Fix the above issues before trying again',
    })
  })

  it('must be confirmed, and asks whether to skip when it can be skipped', () => {
    expect(judge(completeRegistration, { confirmed: false }, facts({ issues: [], canSkip: true }))).toEqual({
      skip: 'Field required',
      confirmed: 'Must be confirmed',
    })
  })

  it('leads to Certified when skipped, else to Registered', () => {
    const given = { issues: [], canSkip: true }
    expect(leadsTo(completeRegistration, project, { skip: true, confirmed: true }, given)).toBe('Certified')
    expect(leadsTo(completeRegistration, project, { skip: false, confirmed: true }, given)).toBe('Registered')
  })

  it('cannot be skipped by asking for it where it may not be', () => {
    const given = { issues: [], canSkip: false }
    expect(leadsTo(completeRegistration, project, { skip: true, confirmed: true }, given)).toBe('Registered')
  })
})
