import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { config } from 'zod/v4/core'
import '@fontsource-variable/source-sans-3/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import { keepFirstAnswers, knownUser, queryClient } from './api.ts'
import { fetchPage, router } from './routes.tsx'
import { applyTheme } from './shell/theme.ts'
import './styles/all.css'

// The content security policy allows no code made from strings.
config({ jitless: true })
keepFirstAnswers()
// In the look of whoever it is from the first, or all would change its colours at once.
applyTheme(knownUser())

const show = (): void => {
  const root = document.querySelector('#root')
  if (root)
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    )
}
// Had at once, or the page would begin with a place for what is to come. What is fetched imports this file's own part, so
// that nothing here may wait for it.
void fetchPage().then(show)
