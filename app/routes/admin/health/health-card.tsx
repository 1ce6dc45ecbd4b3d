import { type ReactNode, useId } from 'react'
import { Card } from '#app/ui/primitives/card.tsx'

/** One part of the health page, under its title. */
export function HealthCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </Card>
  )
}

/** A value that needs someone: in the color of danger, and bold. */
export function Bad({ children }: { children: ReactNode }) {
  return <span className="font-semibold text-danger">{children}</span>
}
