import { z } from 'zod'
import { type Described, get } from './route.ts'
import * as general from './general.ts'

/** Sessions and accounts. */
export const signingIn: [string, Described][] = [
  get('/api/auth/user', {
    tag: 'Signing in',
    summary: 'Who is signed in',
    answer: general.signedIn,
    open: true,
  }),
  get('/api/auth/settings', { tag: 'Signing in', summary: 'What the sign-in page may know', open: true }),
  [
    'POST /api/auth/login',
    {
      tag: 'Signing in',
      summary: 'Begins a session',
      body: z.object({ username: z.string(), password: z.string() }),
      open: true,
    },
  ],
  ['POST /api/auth/logout', { tag: 'Signing in', summary: 'Ends the session', open: true }],
]
