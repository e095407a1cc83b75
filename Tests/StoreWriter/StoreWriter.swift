import ThreadConfinement

@main enum StoreWriter { static func main() { print(UpdatePolicy.all) } }
