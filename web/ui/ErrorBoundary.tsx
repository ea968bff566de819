import { Component, type ErrorInfo, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Another value tries the children again. */
  at: string
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

interface Failure {
  readonly error: unknown
  /** null until it is known where it failed. */
  readonly at: string | null
}

/** Shows `fallback` when something inside fails; React offers this to classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: Failure | null }> {
  override state = { failure: null as Failure | null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error, at: null } }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
    this.setState({ failure: { error, at: this.props.at } })
  }

  override componentDidUpdate() {
    const { failure } = this.state
    if (failure?.at && failure.at !== this.props.at) this.setState({ failure: null })
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error) : this.props.children
  }
}
