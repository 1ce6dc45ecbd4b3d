export default function Styleguide() {
  return <h1>Style guide</h1>
}
