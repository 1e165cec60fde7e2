import { describe, expect, it } from 'vitest'
import { bodyOf } from './submission.ts'

describe('what is sent', () => {
  it('a submission without files is JSON with the version of the form', () => {
    const filed = { id: 'f1', name: 'old.pdf', links: { self: '/api/file/f1' } }
    expect(bodyOf({ offer: 1200, landholderInfo: filed, gone: undefined }, 7)).toEqual({
      values: { offer: 1200, landholderInfo: filed },
      version: 7,
    })
  })

  it('a submission with files has a part of its own and one per picked file, named after its field', () => {
    const file = new File(['content'], 'plan.pdf', { type: 'application/pdf' })
    const body = bodyOf({ name: 'Avon Farm', landholderInfo: { id: 'upload', name: 'plan.pdf', file } }, 1)
    expect(body).toBeInstanceOf(FormData)
    const form = body as FormData
    expect(JSON.parse(form.get('submission') as string)).toEqual({
      values: { name: 'Avon Farm' },
      version: 1,
    })
    expect((form.get('landholderInfo') as File).name).toBe('plan.pdf')
  })
})
