import { describe, expect, it } from 'vitest'
import { submissionBody } from './submission.ts'

describe('the request that a form sends', () => {
  it('is JSON with the version of the form when there are no files', () => {
    const filed = { id: 'f1', name: 'old.pdf', links: { self: '/api/file/f1' } }
    expect(submissionBody({ offer: 1200, landholderInfo: filed, gone: undefined }, 7)).toEqual({
      values: { offer: 1200, landholderInfo: filed },
      version: 7,
    })
  })

  it('with files has a part of its own and one per picked file, named after its field', () => {
    const file = new File(['content'], 'plan.pdf', { type: 'application/pdf' })
    const body = submissionBody(
      { name: 'Avon Farm', landholderInfo: { id: 'upload', name: 'plan.pdf', file } },
      1,
    )
    expect(body).toBeInstanceOf(FormData)
    const form = body as FormData
    expect(JSON.parse(form.get('submission') as string)).toEqual({
      values: { name: 'Avon Farm' },
      version: 1,
    })
    expect((form.get('landholderInfo') as File).name).toBe('plan.pdf')
  })
})
