import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api.ts'

/** The whole of what is on screen, at the address that a router is at. */
export const Program = ({ router, whenShown }: { router: DataRouter; whenShown?: () => void }) => {
  useEffect(() => whenShown?.(), [whenShown])
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
