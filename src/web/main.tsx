import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import '@fontsource-variable/source-sans-3/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import { keepFirstAnswers, knownUser, queryClient } from './api.ts'
import { fetchPage, router } from './routes.tsx'
import { applyTheme } from './shell/theme.ts'
import './styles/all.css'

keepFirstAnswers()
// In the look of whoever it is from the first, or all would change its colours at once.
applyTheme(knownUser())

/** How long a page waits for the faces of its letters, once it could be drawn; then it stands in faces like them. */
const PATIENCE_MS = 400

/** Has the faces that all text is set in. They are asked for behind the script, which the line is better used for. */
const fetchFaces = async (): Promise<void> => {
  const faces = ['Source Sans 3 Variable', 'Source Serif 4 Variable'].map(face =>
    document.fonts.load(`1em '${face}'`),
  )
  await Promise.race([
    Promise.allSettled(faces),
    new Promise(resolve => {
      setTimeout(resolve, PATIENCE_MS)
    }),
  ])
}

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
// Nor are letters drawn that would change and move once their faces have come.
void Promise.all([fetchPage(), fetchFaces()]).then(show)
