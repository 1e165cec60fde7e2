import { describe, expect, it } from 'vitest'
import { judge } from '../kit/judge.ts'
import { facts, leadsTo } from '#test/builders/act'
import { aProject } from '#test/builders/market'
import { completeRegistration } from './complete-registration.ts'

const project = aProject({ status: 'Provisional' })

describe('Complete registration of a project', () => {
  it('the registration of a project is not completed while there are issues', () => {
    const given = facts({ issues: ['No location is given'], canSkip: false })
    expect(judge(completeRegistration, { confirmed: true }, given)).toEqual({
      form: 'Fix the above issues before trying again',
    })
  })

  it('completing a project must be confirmed, and asks whether to skip certification where that can be', () => {
    expect(judge(completeRegistration, { confirmed: false }, facts({ issues: [], canSkip: true }))).toEqual({
      skip: 'Field required',
      confirmed: 'Must be confirmed',
    })
  })

  it('a completed project is Certified when certification is skipped, else Registered', () => {
    const given = { issues: [], canSkip: true }
    expect(leadsTo(completeRegistration, project, { skip: true, confirmed: true }, given)).toBe('Certified')
    expect(leadsTo(completeRegistration, project, { skip: false, confirmed: true }, given)).toBe('Registered')
  })

  it('certification cannot be skipped by asking for it where it may not be', () => {
    const given = { issues: [], canSkip: false }
    expect(leadsTo(completeRegistration, project, { skip: true, confirmed: true }, given)).toBe('Registered')
  })
})
