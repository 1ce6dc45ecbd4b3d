export default function Home() {
  return <h1>Hiram</h1>
}
