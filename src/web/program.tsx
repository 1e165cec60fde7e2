import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api/api.ts'

/** Whole application, at the current address of a router. */
export const Application = ({ router, whenShown }: { router: DataRouter; whenShown?: () => void }) => {
  useEffect(() => whenShown?.(), [whenShown])
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
