/// The texts of the public pages on which visitors find events: the list of events, recommendations, and the pages of
/// organizers.
public enum DiscoverySentence: String, SentenceKey {
    public static let subject = "discovery"

    // Choices above the list
    case dates = "Dates"
    case categories = "Categories"
    case today = "Today"
    case tomorrow = "Tomorrow"
    case thisWeekend = "This weekend"
    case thisWeek = "This week"
    case happeningNow = "Happening now"
    case lowestPrice = "Lowest ticket price"
    case sameCurrency = "Enter both prices in the same currency."
    case nearMe = "Near me"
    case nearMeAbout =
        "Your browser asks for your position. This page sends it rounded to about 10 km, and this browser keeps only the name of the nearest city."
    case nearCity = "Near {city}"
    case noPosition = "Your position is not available. Enter a city instead."
    case noCityNear = "No events are near you. Enter a city instead."
    case recentSearches = "Recent searches"
    case clearSearches = "Clear recent searches"
    case atomFeed = "Atom feed"
    case calendarFeed = "Calendar feed"

    // Badges
    case salesEndInMinutes = "Sales end in one minute|Sales end in {count} minutes"
    case salesEndInHours = "Sales end in {hours} h {minutes} min"
    case left = "One left|{count} left"
    case soldOut = "Sold out"

    // Recommendations
    case forYou = "For you"
    case recommended = "Recommended for you"
    case basedOnInterests = "Based on your interests"
    case nearYou = "Events near you"
    case popularNow = "Popular right now"
    case freeEvents = "Free events"
    case matchesCategory = "Matches your {category} interests"
    case similarToAttended = "Similar to events you’ve booked"
    case similarToLiked = "Similar to events you like"
    case followedOrganizer = "From an organizer you follow"
    case inCity = "In {city}"
    case kilometresAway = "Only {count} km away|Only {count} km away"
    case inDays = "In one day|In {count} days"
    case beginsToday = "Begins today"
    case popular = "Popular right now: at least half of the tickets are taken"
    case matchesPrice = "Matches your price preference"
    case freeOfCharge = "Free tickets"
    case newlyAdded = "New"

    // Interests
    case interests = "Your interests"
    case interestsAbout =
        "Your interests stay in this browser. The server uses them once to choose events, and does not keep them."
    case preferredCategories = "Categories that you like"
    case preferredPrice = "Price"
    case anyPrice = "Any price"
    case budget = "Low"
    case moderate = "Medium"
    case premium = "High"
    case preferredDistance = "Distance in km"
    case saveInterests = "Save interests"
    case interestsSaved = "Interests saved."
    case forgetInterests = "Forget my interests"
    case interestsForgotten = "Interests removed from this browser."
    case like = "Like"
    case liked = "Liked"
    case follow = "Follow"
    case followed = "Following"

    // Pages
    case similarEvents = "Similar events"
    case moreOf = "More events by {organizer}"
    case eventsOf = "Events by {organizer}"
    case noEvents = "No upcoming events."
    case upcomingEvents = "Upcoming events"
}
